import './world/fast-machine.ts'
import { expect, test } from 'vitest'
import { createRecord } from '#core/sync/writing/record-change.ts'
import { aClient, opId, standingClock } from '#tests/support/sync-records.ts'
import { dexieStore } from './world/agent-store.ts'
import { openPage } from './world/page.ts'
import { runScenario } from './histories/history.ts'

test('A25: a page whose process was suspended while it opened its database saves when it goes on', async () => {
  const store = dexieStore('1')
  await store.connect(openPage(1))
  const page = openPage(0)
  page.process.suspend()
  const opening = store.connect(page)
  opening.catch(() => {})
  // Its first transaction is open, and the process goes no further.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  page.process.endTransactions()
  page.process.resume()
  const { replica } = await opening
  await createRecord(replica, standingClock(), { opId: opId(1), entity: 'client', changes: aClient() })
  expect(store.operations()).toHaveLength(1)
})

test.each([
  ['freezes a page in the cache with open transactions', { tablet: 0, tab: 'first tab', open: 1, point: 4 }],
  ['suspends the process for 31 minutes', { tablet: 0, tab: 'first tab', open: 1, point: 17, sends: true }],
] as const)('A6: making room is tried again when the system %s', async (what, given) => {
  await runScenario(
    [
      ['exchanges with the server', { tablet: 0, by: 'first tab', isAsked: false, fault: 0, target: 0, latency: 0 }],
      ['runs out of room', { tablet: 0 }],
      [what, given],
      ['returns to a page in the cache', { which: 0 }],
      ['changes a client', { tablet: 0, tab: 'first tab', which: 0 }],
    ],
    { server: 'ours', storage: 'dexie' },
  )
})

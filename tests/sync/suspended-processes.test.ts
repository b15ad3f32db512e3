import './world/fast-machine.ts'
import { get } from 'idb-keyval'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { keyValueStore } from '#storage/device/key-value-store.ts'
import { runningKiosk, saveKioskLock } from '#storage/kiosk/kiosk-lock.ts'
import { pageSurveyStore } from '#storage/survey/page-survey-store.ts'
import { freezePage, returnPage } from '#storage/database/page-freeze.ts'
import { rememberAgent, signedInAgent } from '#storage/device/remembered-agent.ts'
import { aClient, opId, standingClock } from '#tests/support/sync-records.ts'
import { dexieStore } from './world/agent-store.ts'
import { openPage } from './world/page.ts'
import { runScenario } from './histories/history.ts'

test('A25: a page suspended while it opened its database saves once it continues', async () => {
  const store = dexieStore('1')
  await store.connect(openPage(1))
  const page = openPage(0)
  page.process.suspend()
  const opening = store.connect(page)
  opening.catch(() => {})
  // Its first transaction is open, and the process is stopped.
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
] as const)('A6: eviction is tried again when the system %s', async (what, given) => {
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

describe('a suspended process', () => {
  afterEach(() => vi.restoreAllMocks())

  /** Aborts the next transaction on `store` without a page freeze, as the system does to a suspended process. */
  function abortNext(store: string): void {
    // oxlint-disable-next-line typescript/unbound-method
    const begin = IDBDatabase.prototype.transaction
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...given) {
      const transaction = begin.apply(this, given)
      if ([given[0]].flat().includes(store)) queueMicrotask(() => transaction.abort())
      return transaction
    })
  }
  /** Makes the next use of the key-value store reconnect, as in a page that has just started. */
  async function newConnection(): Promise<void> {
    freezePage()
    returnPage()
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }

  const anAgent = { username: 'ann', email: '', first_name: '', last_name: '', license_number: '', phone_number: '' }

  test('A25: the signed-in agent is known even if the process was suspended while reading it', async () => {
    await rememberAgent({ ...anAgent, id: 81 })
    await get('warm', keyValueStore())
    await newConnection()
    abortNext('values')
    expect((await signedInAgent().catch((error: unknown) => String(error))) as unknown).toMatchObject({ agentId: '81' })
  })

  test('A25: a kiosk stays locked even if the process was suspended while its page started', async () => {
    await rememberAgent({ ...anAgent, id: 82 })
    await saveKioskLock({
      agentId: '82',
      path: '/kiosk',
      salt: new Uint8Array(16),
      hash: new Uint8Array(32),
      failures: 0,
      lockedUntil: null,
    })
    await newConnection()
    abortNext('values')
    // As `begin` in start-session.ts.
    const remembered = await signedInAgent().catch(() => null)
    await runningKiosk(remembered?.agentId ?? null).catch(() => null)
    expect(await runningKiosk('82')).not.toBeNull()
  })

  test('A25: survey answers are stored even if the process was suspended while creating the database', async () => {
    const original = indexedDB.open.bind(indexedDB)
    let isAborted = false
    vi.spyOn(indexedDB, 'open').mockImplementation((...given) => {
      const opening = original(...given)
      opening.addEventListener('upgradeneeded', () => {
        if (isAborted || !given[0].startsWith('fanlight-survey')) return
        isAborted = true
        queueMicrotask(() => opening.transaction?.abort())
      })
      return opening
    })
    const store = await pageSurveyStore()
    expect(isAborted).toBe(true)
    expect(store.isMemory).toBe(false)
    store.close()
  })
})

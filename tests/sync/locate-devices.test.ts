import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { databaseName } from '#storage/database/device-name.ts'
import { listLocalAgents } from '#storage/opening/locate-devices.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { freezePage, returnPage } from '#storage/database/page-freeze.ts'
import { aClient, opId, standingClock } from '#tests/support/sync-records.ts'

const name = databaseName('77')

beforeEach(async () => {
  const device = await openDevice('77')
  await createRecord(device.replica, standingClock(), { opId: opId(1), entity: 'client', changes: aClient() })
  device.close()
})

afterEach(async () => {
  vi.restoreAllMocks()
  returnPage()
  await Dexie.delete(name)
})

test('A24: a sign-in page frozen while it counts unsent work does not block a newer version’s upgrade', async () => {
  const isOpen = whenOpening((opening, resolve) =>
    opening.addEventListener('success', () => {
      queueMicrotask(() => {
        freezePage()
        resolve()
      })
    }),
  )
  const locating = listLocalAgents()
  await isOpen
  // Would not resolve while the frozen page is connected.
  const newer = await opened(indexedDB.open(name, 1000))
  newer.close()
  returnPage()
  expect(await locating).toMatchObject([{ agentId: '77', unsent: 1 }])
})

test('A24: a sign-in page frozen while it opens the database counts unsent work when it returns', async () => {
  const isOpening = whenOpening((_, resolve) => {
    freezePage()
    resolve()
  })
  const locating = listLocalAgents()
  await isOpening
  // The page is frozen when its request is answered, and may begin nothing.
  await opened(indexedDB.open(name)).then((database) => database.close())
  returnPage()
  expect(await locating).toMatchObject([{ agentId: '77', unsent: 1 }])
})

test('a failed count of unsent work does not hold up the sign-in page', async () => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const begin = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    const transaction = begin.apply(this, given)
    if (this.name === name) queueMicrotask(() => transaction.abort())
    return transaction
  })
  expect(await listLocalAgents()).toMatchObject([{ agentId: '77', unsent: 0 }])
  vi.restoreAllMocks()
  // An open connection would block this deletion.
  await opened(indexedDB.deleteDatabase(name) as IDBRequest)
})

/** Calls `meet` when the agent's database is next opened; resolves when `meet` calls `resolve`. */
function whenOpening(meet: (opening: IDBOpenDBRequest, resolve: () => void) => void): Promise<void> {
  const original = indexedDB.open.bind(indexedDB)
  return new Promise((resolve) => {
    const spy = vi.spyOn(indexedDB, 'open').mockImplementation((...given) => {
      const opening = original(...given)
      if (given[0] === name) {
        spy.mockRestore()
        meet(opening, resolve)
      }
      return opening
    })
  })
}

function opened<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as DOMException))
  })
}

import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import type { Fields } from '#core/contract/json.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { undoDelete } from '#core/sync/writing/undo-delete.ts'
import { deviceDatabase } from '#storage/database/device-database.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { logSync, syncLog } from '#storage/outbox/sync-log.ts'
import { randomIds } from '#storage/device/system-clock.ts'
import { aClient, opId, standingClock } from '#tests/support/sync-records.ts'

const clock = standingClock()
const disk = aDiskThatMayBreak()
let number = 0
let name: string
let device: Device

beforeEach(async () => {
  number += 1
  name = `kept-test-${number}`
  device = await openDevice('1', name)
})

afterEach(async () => {
  device.close()
  await Dexie.delete(name)
})

function addClient(id: number) {
  return createRecord(device.replica, clock, { opId: opId(id), entity: 'client', changes: aClient() })
}

test('A3: a save whose transaction fails after its last write is not reported as saved', async () => {
  disk.breaksAfterOutbox = true
  const told = vi.fn<() => void>()
  const saved = addClient(1)
  saved.then(told, () => {})
  await expect(saved).rejects.toThrow()
  disk.breaksAfterOutbox = false
  expect(told).not.toHaveBeenCalled()
  expect(disk.broken).toBeGreaterThan(0)
  expect(await device.database.outbox.count()).toBe(0)
  expect(await device.database.clients.count()).toBe(0)
})

test('A19: an operation that is put back has its old place in the order', async () => {
  await device.replica.transact('write', (tx) => tx.putRows('client', [{ ...aClient(), key: '7', id: 7 }]))
  const edit = (id: number, changes: Fields) =>
    updateRecord(device.replica, clock, {
      opId: opId(id),
      entity: 'client',
      key: '7',
      opened: aClient(),
      changes: { ...aClient(), ...changes },
    })
  await edit(1, { phone_number: '1' })
  const deleted = await deleteRecord(device.replica, clock, { opId: opId(2), entity: 'client', key: '7' })
  if (deleted === null) throw new Error('There was nothing to delete.')
  await addClient(3)
  await undoDelete(device.replica, deleted)
  const operations = await device.database.outbox.orderBy('seq').toArray()
  expect(operations.map((operation) => operation.opId)).toEqual([opId(1), opId(3)])
})

test('E15: after a restart operations are in the order of their creation, even with a stopped clock', async () => {
  for (const id of [5, 3, 9, 1]) await addClient(id)
  device.close()
  device = await openDevice('1', name)
  const operations = await device.replica.transact('read', (tx) => tx.operations(0, 10))
  expect(operations.map((operation) => operation.opId)).toEqual([5, 3, 9, 1].map((id) => opId(id)))
  expect(new Set(operations.map(({ madeAt }) => madeAt)).size).toBe(1)
})

test('J2: a database upgrade that fails leaves everything unchanged', async () => {
  await addClient(1)
  device.close()
  const newer = deviceDatabase(name, 'strict')
  newer.version(99).upgrade(async (transaction) => {
    await transaction.table('outbox').clear()
    throw new Error('killed in the middle')
  })
  await expect(newer.open()).rejects.toThrow()
  newer.close()
  device = await openDevice('1', name)
  expect(await device.database.outbox.toArray()).toMatchObject([{ opId: opId(1), changes: { first_name: 'Ann' } }])
  expect(await device.database.clients.count()).toBe(1)
})

test('E3: operation ids are random UUIDs, also in browsers without crypto.randomUUID', () => {
  const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const some = () => Array.from({ length: 500 }, () => randomIds.uuid())
  const offered = some()
  const { crypto } = globalThis
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) })
  const all = [...offered, ...some()]
  expect(new Set(all).size).toBe(1_000)
  for (const id of all) expect(id).toMatch(shape)
})

test('J11: the sync log stores the last 500 events', () => {
  for (let event = 0; event < 600; event += 1) logSync('sync.answer', { attempt: event })
  expect(syncLog()).toHaveLength(500)
  expect(syncLog().at(-1)).toMatchObject({ event: 'sync.answer', facts: { attempt: 599 } })
})

/** Aborts transactions that write the outbox after their requests succeeded. Dexie reads the function when it opens. */
function aDiskThatMayBreak() {
  const state = { breaksAfterOutbox: false, broken: 0 }
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const original = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const begun = original.call(this, stores, mode, options)
    if (mode !== 'readwrite' || !state.breaksAfterOutbox) return begun
    const objectStore = begun.objectStore.bind(begun)
    begun.objectStore = (name) => {
      const opened = objectStore(name)
      if (name !== 'outbox') return opened
      const add = opened.add.bind(opened)
      opened.add = (value, key) => {
        const request = key === undefined ? add(value) : add(value, key)
        request.addEventListener('success', () => {
          state.broken += 1
          begun.abort()
        })
        return request
      }
      return opened
    }
    return begun
  }
  return state
}

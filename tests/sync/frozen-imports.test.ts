import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '#storage/opening/open-device.ts'
import type { Device } from '#storage/device/device.ts'
import { freezePage, returnPage } from '#storage/database/page-freeze.ts'
import { browserLikeLocks } from '#tests/support/browser-like-locks.ts'
import { importPeople, peopleToImport } from '#tests/support/people-import.ts'
import { settledRequest } from '#tests/support/settled-request.ts'

let onWrite = () => {}
// oxlint-disable-next-line typescript/unbound-method -- called with its `this` below
const begin = IDBDatabase.prototype.transaction
IDBDatabase.prototype.transaction = function (stores, mode, options) {
  if (mode === 'readwrite') onWrite()
  return begin.call(this, stores, mode, options)
}

/** Resolves when the given number of write transactions has begun, counted from now. */
function untilWrite(number: number): Promise<void> {
  let begun = 0
  return new Promise((resolve) => {
    onWrite = () => {
      begun += 1
      if (begun === number) resolve()
    }
  })
}

let count = 0
let name: string
let device: Device
beforeEach(async () => {
  count += 1
  name = `frozen-imports-${count}`
  vi.stubGlobal('navigator', { locks: browserLikeLocks() })
  device = await openDevice('1', name)
})
afterEach(async () => {
  onWrite = () => {}
  returnPage()
  vi.unstubAllGlobals()
  await device.replica.transact('read', async () => {}).catch(() => {})
  device.close()
  await Dexie.delete(name)
})

const people = peopleToImport(60)

test('A24: a file imported by another page while this one is frozen is imported once', async () => {
  const atFirstBatch = untilWrite(2)
  const importing = importPeople(device, people)
  await atFirstBatch
  freezePage()
  // The other page writes past this page's freeze.
  const other = await settledRequest(indexedDB.open(name))
  const clients = other.transaction('clients', 'readwrite').objectStore('clients')
  for (const [index, person] of people.entries()) clients.put({ key: `other-${index}`, ...person })
  await settledRequest(clients.count())
  other.close()
  returnPage()
  expect(await importing).toEqual({ created: 0, merged: 0, isStopped: true })
  expect(await device.database.clients.count()).toBe(60)
})

test('A24: an import that a freeze interrupted reports that it is incomplete', async () => {
  const begun = untilWrite(1)
  const importing = importPeople(device, people)
  await begun
  freezePage()
  returnPage()
  expect((await importing).isStopped).toBe(true)
})

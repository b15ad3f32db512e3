import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientImport } from '#core/import/client-import.ts'
import { savingRecords } from '#features/import/save-records.ts'
import { deletePhotoCache } from '#storage/photo-cache.ts'
import { openDevice } from '#storage/open-device.ts'
import type { Device } from '#storage/device.ts'
import { freezePage, returnPage } from '#storage/page-freeze.ts'

let tellWriting = () => {}
// oxlint-disable-next-line typescript/unbound-method
const begin = IDBDatabase.prototype.transaction
IDBDatabase.prototype.transaction = function (stores, mode, options) {
  if (mode === 'readwrite') tellWriting()
  return begin.call(this, stores, mode, options)
}
function untilWriting(): Promise<void> {
  return new Promise((resolve) => (tellWriting = resolve))
}

function opened<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as DOMException))
  })
}
function browserLikeLocks(): LockManager {
  const held = new Map<string, Promise<unknown>>()
  const request = async (lock: string, options: LockOptions, work: LockGrantedCallback<unknown>) => {
    if (options.ifAvailable === true && held.has(lock)) return work(null)
    while (held.has(lock)) await held.get(lock)
    const working = Promise.resolve(work({ name: lock, mode: 'exclusive' }))
    held.set(lock, working)
    await working.finally(() => held.delete(lock))
  }
  return { request } as unknown as LockManager
}
const within = <R>(work: Promise<R>, ms = 1500) =>
  Promise.race([work, new Promise<'stuck'>((r) => setTimeout(() => r('stuck'), ms))])

let number = 0
let name: string
let device: Device
beforeEach(async () => {
  number += 1
  name = `eyes-${number}`
  device = await openDevice('1', name)
})
afterEach(async () => {
  tellWriting = () => {}
  returnPage()
  vi.unstubAllGlobals()
  await device.replica.transact('read', async () => {}).catch(() => {})
  device.close()
  await Dexie.delete(name)
})

describe('A24: connections made without Dexie', () => {
  test('a log-out that was frozen while photo addresses were forgotten comes to an end, and forgets them', async () => {
    vi.stubGlobal('caches', { delete: async () => true })
    const making = indexedDB.open('workbox-expiration', 1)
    making.addEventListener('upgradeneeded', () => {
      const store = making.result.createObjectStore('cache-entries', { keyPath: 'id' })
      store.createIndex('cacheName', 'cacheName')
      store.put({ id: 'x', cacheName: 'photos' })
    })
    ;(await opened(making)).close()
    const { photoCacheName } = await import('#storage/device-name.ts')
    const db = await opened(indexedDB.open('workbox-expiration'))
    await opened(
      db
        .transaction('cache-entries', 'readwrite')
        .objectStore('cache-entries')
        .put({ id: 'y', cacheName: photoCacheName('5') }),
    )
    db.close()
    const writing = untilWriting()
    const deleting = deletePhotoCache('5')
    await writing
    freezePage()
    returnPage()
    expect(await within(deleting)).not.toBe('stuck')
    const after = await opened(indexedDB.open('workbox-expiration'))
    expect(await opened(after.transaction('cache-entries').objectStore('cache-entries').getAllKeys())).not.toContain(
      'y',
    )
    after.close()
  })
})

describe('A24: imports', () => {
  const saving = savingRecords({
    entity: 'client',
    known: ({ database }) => database.clients.toArray(),
    createsOf: async (_, records) => records.map((changes) => ({ entity: 'client', changes })),
    mentioned: async () => new Set(),
  })
  const people = Array.from({ length: 60 }, (_, n) => ({
    first_name: `Ann ${n}`,
    last_name: 'Lee',
    email: `ann${n}@example.com`,
    phone_number: '',
    category: 'Buyer',
    notes: '',
  }))
  const run = {
    name: 'people.csv',
    known: new Set<string>(),
    plan: { creates: people, merges: [], skipped: 0 },
    onProgress: () => {},
    isStopped: () => false,
  }

  test('a file that another page imports while the first one is frozen is here once', async () => {
    vi.stubGlobal('navigator', { locks: browserLikeLocks() })
    let transactions = 0
    const atBatch = new Promise<void>(
      (resolve) =>
        (tellWriting = () => {
          transactions += 1
          if (transactions === 2) resolve()
        }),
    )
    const first = saving.run(device, clientImport as never, run as never)
    await atBatch
    freezePage()
    // The other page, as a process of its own: what it saves is written by hand below a freeze.
    const other = await opened(indexedDB.open(name))
    const clients = other.transaction('clients', 'readwrite').objectStore('clients')
    for (const [n, person] of people.entries()) clients.put({ key: `other-${n}`, ...person })
    await opened(clients.count())
    other.close()
    returnPage()
    await first
    expect(await device.database.clients.count()).toBe(60)
  })

  test('an import that a freeze ended says that it is not complete', async () => {
    vi.stubGlobal('navigator', { locks: browserLikeLocks() })
    const atBatch = untilWriting()
    const first = saving.run(device, clientImport as never, run as never)
    await atBatch
    freezePage()
    returnPage()
    const done = await first.catch(() => 'failed' as const)
    expect(done === 'failed' || done.made === 60).toBe(true)
  })
})

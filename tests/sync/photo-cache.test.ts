import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { photoCacheName } from '#storage/database/device-name.ts'
import { freezePage, returnPage } from '#storage/database/page-freeze.ts'
import { deletePhotoCache } from '#storage/photos/photo-cache.ts'

const listing = globalThis.indexedDB

beforeEach(() => {
  vi.stubGlobal('caches', { delete: () => Promise.resolve(true) })
  // Firefox before 126 cannot list its databases.
  vi.stubGlobal('indexedDB', { open: (name: string, version?: number) => listing.open(name, version) })
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  returnPage()
  await done(listing.deleteDatabase('workbox-expiration'))
})

test('deleting an agent’s photos deletes their URLs, even if databases cannot be listed', async () => {
  await cachePhotosOf('7', '8')
  await deletePhotoCache('7')
  expect(await agentsWithAddresses()).toEqual(['8'])
})

test('A24: a log-out frozen while photo URLs are deleted deletes them when the page returns', async () => {
  await cachePhotosOf('7', '8')
  const isWriting = new Promise<void>((resolve) => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
    const begin = IDBDatabase.prototype.transaction
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...given) {
      resolve()
      return begin.apply(this, given)
    })
  })
  const deleting = deletePhotoCache('7')
  await isWriting
  freezePage()
  expect(await agentsWithAddresses()).toEqual(['7', '8'])
  returnPage()
  await deleting
  expect(await agentsWithAddresses()).toEqual(['8'])
})

test('a log-out fails if photo URLs could not be deleted', async () => {
  await cachePhotosOf('7')
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const begin = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...given) {
    const transaction = begin.apply(this, given)
    queueMicrotask(() => transaction.abort())
    return transaction
  })
  await expect(deletePhotoCache('7')).rejects.toThrow()
  expect(await agentsWithAddresses()).toEqual(['7'])
})

test('deleting an agent’s photos creates no database', async () => {
  await deletePhotoCache('7')
  const names = (await listing.databases()).map(({ name }) => name)
  expect(names).not.toContain('workbox-expiration')
})

/** Stores photo URLs as Workbox does. */
async function cachePhotosOf(...agents: string[]): Promise<void> {
  const opening = listing.open('workbox-expiration', 1)
  opening.addEventListener('upgradeneeded', () => {
    const entries = opening.result.createObjectStore('cache-entries', { keyPath: 'id' })
    entries.createIndex('cacheName', 'cacheName')
    for (const agent of agents) entries.put({ id: agent, cacheName: photoCacheName(agent) })
  })
  await done(opening)
  opening.result.close()
}

async function agentsWithAddresses(): Promise<IDBValidKey[]> {
  const opening = listing.open('workbox-expiration')
  await done(opening)
  const keys = opening.result.transaction('cache-entries').objectStore('cache-entries').getAllKeys()
  await done(keys)
  opening.result.close()
  return keys.result
}

function done(request: IDBRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error ?? new Error('It failed.')))
  })
}

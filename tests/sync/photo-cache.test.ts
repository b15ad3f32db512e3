import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { photoCacheName } from '#storage/device-name.ts'
import { deletePhotoCache } from '#storage/photo-cache.ts'

const listing = globalThis.indexedDB

beforeEach(() => {
  vi.stubGlobal('caches', { delete: () => Promise.resolve(true) })
  // As in Firefox before 126, which cannot list its databases.
  vi.stubGlobal('indexedDB', { open: (name: string, version?: number) => listing.open(name, version) })
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await done(listing.deleteDatabase('workbox-expiration'))
})

test('deleting the photos of an agent deletes their addresses, also where databases cannot be listed', async () => {
  const opening = listing.open('workbox-expiration', 1)
  opening.addEventListener('upgradeneeded', () => {
    const entries = opening.result.createObjectStore('cache-entries', { keyPath: 'id' })
    entries.createIndex('cacheName', 'cacheName')
    for (const agent of ['7', '8']) entries.put({ id: agent, cacheName: photoCacheName(agent) })
  })
  await done(opening)
  await deletePhotoCache('7')
  const left = opening.result.transaction('cache-entries').objectStore('cache-entries').getAllKeys()
  await done(left)
  opening.result.close()
  expect(left.result).toEqual(['8'])
})

test('deleting the photos of an agent makes no database where there was none', async () => {
  await deletePhotoCache('7')
  const names = (await listing.databases()).map(({ name }) => name)
  expect(names).not.toContain('workbox-expiration')
})

function done(request: IDBRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error ?? new Error('It failed.')))
  })
}

import { beforeEach, expect, test, vi } from 'vitest'
import { cachedFile } from '#storage/homes/cached-file.ts'

const table = cachedFile('test-table', '/assets/table-2.csv')

beforeEach(async () => {
  await caches.delete('test-table')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  return () => vi.unstubAllGlobals()
})

async function store(name: string, text: string): Promise<void> {
  const cache = await caches.open('test-table')
  await cache.put(name, new Response(text))
}

test('offline, an older edition of a table is read', async () => {
  await store('/assets/table-1.csv', '97214,Portland')
  expect(await table.readCached()).toBe('97214,Portland')
  expect(await table.read()).toBe('97214,Portland')
})

test('an edition in an unknown format is not read, and the network’s edition replaces it', async () => {
  await store('/assets/table-1.txt', 'ab~c')
  expect(await table.readCached()).toBeNull()
  await expect(table.read()).rejects.toThrow('no network')
  vi.stubGlobal('fetch', async () => new Response('97214,Portland'))
  expect(await table.read()).toBe('97214,Portland')
  const cache = await caches.open('test-table')
  expect((await cache.keys()).map(({ url }) => new URL(url).pathname)).toEqual(['/assets/table-2.csv'])
})

import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { liveQuery } from '#storage/live-query.ts'
import { openDevice } from '#storage/open-device.ts'
import { freezePage, returnPage } from '#storage/page-freeze.ts'

function opened<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as DOMException))
  })
}
test.each(['count', 'toArray', 'orderBy', 'where', 'get', 'bulkGet', 'keys', 'limit', 'between'] as const)(
  'A17: %s reads again without Dexie’s own pageshow listener',
  async (how) => {
    const name = `eyes-cache-${how}`
    const device = await openDevice('1', name)
    const { clients } = device.database
    const read = {
      count: () => clients.count(),
      toArray: async () => (await clients.toArray()).length,
      orderBy: async () => (await clients.orderBy('created_at').toArray()).length,
      where: async () => (await clients.where('key').above('').toArray()).length,
      get: async () => ((await clients.get('7')) === undefined ? 0 : 1),
      bulkGet: async () => ((await clients.bulkGet(['7']))[0] === undefined ? 0 : 1),
      keys: async () => (await clients.where('key').above('').primaryKeys()).length,
      limit: async () => (await clients.orderBy('created_at').reverse().limit(50).toArray()).length,
      between: async () => (await clients.where('created_at').between('2000', '3000', true, true).toArray()).length,
    }[how]
    const seen: number[] = []
    const sub = liveQuery(async () => await read()).subscribe((n) => seen.push(n))
    for (let i = 0; i < 100 && seen.length === 0; i += 1) await new Promise((r) => setTimeout(r, 10))
    expect(seen.at(-1)).toBe(0)
    freezePage()
    const other = await opened(indexedDB.open(name))
    await opened(
      other
        .transaction('clients', 'readwrite')
        .objectStore('clients')
        .put({ key: '7', id: 7, created_at: '2026-01-01T00:00:00Z' }),
    )
    other.close()
    returnPage()
    for (let i = 0; i < 100 && seen.at(-1) !== 1; i += 1) await new Promise((r) => setTimeout(r, 10))
    const after = seen.at(-1)
    sub.unsubscribe()
    await new Promise((r) => setTimeout(r, 50))
    device.close()
    await Dexie.delete(name)
    expect(after).toBe(1)
  },
)

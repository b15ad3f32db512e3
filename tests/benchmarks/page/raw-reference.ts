import type { ChangePage } from '#core/contract/sync-protocol.ts'

// The browser's own cost of the same work: one store per kind, with an index for the order.

let database: IDBDatabase | null = null

function openRaw(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('bench-raw')
    opening.onupgradeneeded = () => {
      const listings = opening.result.createObjectStore('listing', { keyPath: 'id' })
      listings.createIndex('created_at', 'created_at')
      opening.result.createObjectStore('other', { keyPath: ['entity', 'id'] })
    }
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => resolve(opening.result)
  })
}

export async function rawFetchAndStore(): Promise<void> {
  database ??= await openRaw()
  for (let cursor = '', hasMore = true; hasMore;) {
    const answer = await fetch(`/api/sync/changes/?cursor=${encodeURIComponent(cursor)}&limit=500`)
    const page = (await answer.json()) as ChangePage
    const transaction = database.transaction(['listing', 'other'], 'readwrite', { durability: 'relaxed' })
    for (const { entity, id, record } of page.changes) {
      if (entity === 'listing') transaction.objectStore('listing').put(record)
      else transaction.objectStore('other').put({ entity, id, record })
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onerror = () => reject(transaction.error)
    })
    cursor = page.cursor
    hasMore = page.has_more
  }
}

export async function rawFirstRows(): Promise<void> {
  database ??= await openRaw()
  const index = database.transaction('listing').objectStore('listing').index('created_at')
  const rows: unknown[] = []
  await new Promise<void>((resolve, reject) => {
    const reading = index.openCursor(null, 'prev')
    reading.onerror = () => reject(reading.error)
    reading.onsuccess = () => {
      const cursor = reading.result
      if (cursor === null || rows.length === 20) return resolve()
      rows.push(cursor.value)
      cursor.continue()
    }
  })
  if (rows.length !== 20) throw new Error(`${rows.length} rows`)
}

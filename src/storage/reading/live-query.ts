import { Dexie, type Observable, liveQuery as dexieLiveQuery } from 'dexie'
import { pageFreezes } from '#storage/database/page-freeze.ts'
import { counted } from './running-queries.ts'
import type { DeviceDatabase, DeviceTables } from '#storage/database/device-database.ts'

/**
 * Reads again when what was read has changed, in this tab or another. Dexie sees all that a query reads only where the query
 * itself is an async function; if it only returns a promise, reads after its first awaits may be missed.
 */
export function liveQuery<Value>(read: () => Value | Promise<Value>): Observable<Value> {
  return dexieLiveQuery(async () => {
    const freezes = pageFreezes()
    try {
      return await counted(read)
    } catch (cause) {
      // Dexie passes over an `AbortError`; everything is read again when the page has returned (faults A17, A24).
      throw pageFreezes() === freezes ? cause : new Dexie.AbortError('The page was frozen.')
    }
  })
}

/**
 * Calls back with the range of keys after each change of a table, in this tab or another, until the returned function is called. A live query drops
 * the answer that another change overtakes, and has none as long as an import writes without a pause.
 */
export function onChange(
  database: DeviceDatabase,
  table: keyof DeviceTables,
  listener: (keys: unknown) => void,
): () => void {
  const onMutation = (parts: Record<string, unknown>) => {
    const keys = parts[`idb://${database.name}/${table}/`] ?? parts['all']
    if (keys !== undefined) listener(keys)
  }
  Dexie.on.storagemutated.subscribe(onMutation)
  return () => Dexie.on.storagemutated.unsubscribe(onMutation)
}

import { Dexie, type Observable, liveQuery as dexieLiveQuery } from 'dexie'
import { countPageFreezes } from '#storage/database/page-freeze.ts'
import { countWhileRunning } from './running-queries.ts'
import type { DeviceDatabase, DeviceTables } from '#storage/database/device-database.ts'

/** Runs `read` again when its data changes, in any tab. Unless `read` is an async function, Dexie may miss later reads. */
export function liveQuery<Value>(read: () => Value | Promise<Value>): Observable<Value> {
  return dexieLiveQuery(async () => {
    const freezes = countPageFreezes()
    try {
      return await countWhileRunning(read)
    } catch (cause) {
      // Dexie ignores an `AbortError`; all queries run again when the page returns (faults A17, A24).
      throw countPageFreezes() === freezes ? cause : new Dexie.AbortError('The page was frozen.')
    }
  })
}

/**
 * Calls `listener` with the range of keys after each change of a table, in this tab or another; returns an unsubscribe
 * function. A live query would return nothing while an import writes without a pause, because each change restarts it.
 */
export function onTableChange(
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

import { Dexie } from 'dexie'
import type { DeviceDatabase, DeviceTables } from '#storage/database/device-database.ts'

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

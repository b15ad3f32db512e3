import { Dexie } from 'dexie'
import type { DeviceDatabase, DeviceTables } from './device-database.ts'

/**
 * Calls back after each change of a table, in this tab or another, until the returned function is called. A live query drops
 * the answer that another change overtakes, and has none as long as an import writes without a pause.
 */
export function onChange(database: DeviceDatabase, table: keyof DeviceTables, listener: () => void): () => void {
  const part = `idb://${database.name}/${table}/`
  const onMutation = (parts: Record<string, unknown>) => {
    if (part in parts || 'all' in parts) listener()
  }
  Dexie.on('storagemutated', onMutation)
  return () => Dexie.on.storagemutated.unsubscribe(onMutation)
}

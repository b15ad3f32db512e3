import type { Reference } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

/** Whether this device is to delete a record, with all that is made below it until then (fault E10). */
export async function isDeletedHere(database: DeviceDatabase, { entity, key }: Reference): Promise<boolean> {
  return (await database.outbox.where('[entity+key]').equals([entity, key]).last())?.kind === 'delete'
}

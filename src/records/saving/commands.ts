import type { EntityName } from '#core/kinds/all-kinds.ts'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { createRecord, type NewRecord, updateRecord, type UpdateOutcome } from '#core/sync/writing/record-change.ts'
import type { Device } from '#storage/device/device.ts'
import { withPerson } from './person-of-record.ts'

export type Addition = Omit<NewRecord, 'entity'>

/** Saves a new record on this device; safe to repeat under the same `opId`, which is made when the form opens (fault A15). */
export async function addRecord(
  { replica, clock, database }: Device,
  entity: EntityName,
  addition: Addition,
): Promise<{ key: LocalKey }> {
  const { changes } = await withPerson(database, entity, { opened: {}, changes: addition.changes })
  return createRecord(replica, clock, { entity, ...addition, changes })
}

type Change = Omit<Parameters<typeof updateRecord>[2], 'entity'>

/** Saves what the agent changed of a record on this device, merged with what happened since `opened` was read. */
export async function changeRecord(
  { replica, clock, database }: Device,
  entity: EntityName,
  change: Change,
): Promise<UpdateOutcome> {
  const edit = await withPerson(database, entity, change)
  const { outcome } = await updateRecord(replica, clock, { entity, ...change, ...edit })
  return outcome
}

/** Deletes a record on this device, without a way to undo it. */
export async function removeRecord({ replica, clock, ids }: Device, entity: EntityName, key: LocalKey): Promise<void> {
  await deleteRecord(replica, clock, { opId: ids.uuid(), entity, key })
}

import type { NewAppointment } from '#core/contract/appointment.ts'
import { type DeletedRecord, deleteRecord } from '#core/sync/delete-record.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { createRecord, type UpdateOutcome, updateRecord } from '#core/sync/record-change.ts'
import { undoDelete } from '#core/sync/undo-delete.ts'
import type { Device } from '#storage/device.ts'
import type { AppointmentFormValues } from './appointment-form-values.ts'

/** `opId` is made when the form opens; the same one again is already done (fault A15). */
type Addition = { opId: string; parsed: NewAppointment }

/** Saves a new appointment on this device; safe to repeat. */
export function addAppointment(device: Device, { opId, parsed }: Addition): Promise<{ key: LocalKey }> {
  return createRecord(device.replica, device.clock, { opId, entity: 'appointment', changes: parsed })
}

type Change = Addition & { key: LocalKey; opened: AppointmentFormValues }

/** Saves what the agent changed of an appointment on this device. */
export async function changeAppointment(device: Device, { opId, key, opened, parsed }: Change): Promise<UpdateOutcome> {
  const { outcome } = await updateRecord(device.replica, device.clock, {
    opId,
    entity: 'appointment',
    key,
    opened,
    changes: parsed,
  })
  return outcome
}

/** Deletes an appointment on this device; null when it is gone already. Keep the answer to undo it. */
export function removeAppointment(device: Device, key: LocalKey): Promise<DeletedRecord | null> {
  return deleteRecord(device.replica, device.clock, { opId: device.ids.uuid(), entity: 'appointment', key })
}

export async function bringAppointmentBack(device: Device, deleted: DeletedRecord): Promise<void> {
  await undoDelete(device.replica, device.clock, { opId: device.ids.uuid(), deleted })
}

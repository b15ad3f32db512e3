import type { NewAppointment } from '#core/contract/appointment.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { createRecord, type UpdateOutcome, updateRecord } from '#core/sync/writing/record-change.ts'
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

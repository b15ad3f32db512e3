import type { NewClient } from '#core/contract/client.ts'
import { createRecord, updateRecord } from '#core/sync/writing/record-change.ts'
import type { UpdateOutcome } from '#core/sync/writing/record-change.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { Device } from '#storage/device.ts'
import { changedFields } from './client-form-values.ts'
import type { ClientFormValues } from './client-form-values.ts'

/** Saves a new client on this device; safe to repeat under the same `opId`. */
export async function addClient(
  device: Device,
  { opId, parsed }: { opId: string; parsed: NewClient },
): Promise<{ key: LocalKey }> {
  const madeAt = new Date(device.clock.now()).toISOString()
  // The date puts the client on top of the list; the server gives its own with the answer.
  return createRecord(device.replica, device.clock, {
    opId,
    entity: 'client',
    changes: parsed,
    shown: { created_at: madeAt },
  })
}

type ClientChange = { key: LocalKey; opId: string; parsed: NewClient; opened: ClientFormValues }

/** Saves what the agent changed of a client on this device, merged with what happened since the form opened. */
export async function changeClient(device: Device, change: ClientChange): Promise<UpdateOutcome> {
  const { key, opId, parsed, opened } = change
  const { outcome } = await updateRecord(device.replica, device.clock, {
    opId,
    entity: 'client',
    key,
    opened,
    changes: changedFields(opened, parsed),
  })
  return outcome
}

import type { Fields } from '#core/contract/json.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { localKeyOf } from '#core/sync/records/keys.ts'
import type { UpdateOutcome } from '#core/sync/writing/record-change.ts'
import type { Device } from '#storage/device/device.ts'
import { addRecord, changeRecord } from '#records/saving/commands.ts'
import { readDoorCard } from './door-queries.ts'

type Addition = { opId: string; opened: Fields; changes: Fields }

/** Saves a new door card. A home has one: what was typed goes to the card that has arrived or was made in the meantime. */
export async function addDoorCard(
  device: Device,
  home: LocalKey,
  { opId, opened, changes }: Addition,
): Promise<UpdateOutcome | void> {
  const known = await readDoorCard(device.database, home)
  if (known === undefined || known.key === localKeyOf(opId)) {
    await addRecord(device, 'door_card', { opId, changes, references: { property: { entity: 'property', key: home } } })
    return undefined
  }
  const typed = Object.entries(changes).filter(([field, value]) => !isSameValue(value, opened[field]))
  return changeRecord(device, 'door_card', { opId, key: known.key, opened, changes: Object.fromEntries(typed) })
}

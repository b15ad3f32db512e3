import { isSameEmail } from '#core/domain/clients/client-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { UpdateOutcome } from '#core/sync/writing/record-change.ts'
import { addRecord, changeRecord } from '#records/saving/commands.ts'
import { changedFields } from '#records/saving/use-entity-form.ts'
import type { Device } from '#storage/device/device.ts'
import type { OpenHouseVisitRow } from '#storage/database/rows.ts'

type Person = { client_email: string; name: string; phone_number: string }

type Visitor = Person & { opId: string; listingKey: LocalKey; openHouseKey: LocalKey; client?: string }

/**
 * Saves who came to an open house on this device; safe to repeat. `known`: somebody with that address is on its list
 * already, and nothing was saved.
 */
export async function addVisitor(device: Device, visitor: Visitor): Promise<'added' | 'known'> {
  const { opId, listingKey, openHouseKey, ...person } = visitor
  if ((await visitOf(device, openHouseKey, person.client_email)) !== undefined) return 'known'
  await addRecord(device, 'open_house_visit', {
    opId,
    changes: { ...person, signed_in_at: null },
    references: visitReferences(listingKey, openHouseKey),
  })
  return 'added'
}

/**
 * Saves who a visitor is on this device; safe to repeat. `known`: another visitor of that open house has the address, and
 * nothing was saved.
 */
export async function correctVisitor(
  device: Device,
  { opId, visitor, person }: { opId: string; visitor: OpenHouseVisitRow; person: Person },
): Promise<UpdateOutcome | 'known'> {
  const { key, ...opened } = visitor
  const other = await visitOf(device, visitor.open_house_key, person.client_email)
  if (other !== undefined && other.key !== key) return 'known'
  return changeRecord(device, 'open_house_visit', { opId, key, opened, changes: changedFields(opened, person) })
}

/** Who is on the open house's list with this address already. */
export function visitOf(
  { database }: Device,
  openHouseKey: LocalKey,
  email: string,
): Promise<OpenHouseVisitRow | undefined> {
  return database.open_house_visits
    .where('open_house_key')
    .equals(openHouseKey)
    .filter((visit) => isSameEmail(visit.client_email, email))
    .first()
}

export function visitReferences(listingKey: LocalKey, openHouseKey: LocalKey) {
  return {
    listing: { entity: 'listing', key: listingKey },
    open_house: { entity: 'open_house', key: openHouseKey },
  } as const
}

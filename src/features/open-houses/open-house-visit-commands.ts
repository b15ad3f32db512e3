import { isSameEmail } from '#core/domain/clients/client-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { UpdateOutcome } from '#core/sync/writing/update-record.ts'
import { addRecord, changeRecord } from '#records/saving/commands.ts'
import { changedFields } from '#records/saving/use-entity-form.ts'
import type { Device } from '#storage/device/device.ts'
import type { OpenHouseVisitRow, OpenHouseRow } from '#storage/database/rows.ts'
import type { Consent } from '#core/contract/open-house-visit.ts'
import { mergeSignIns } from '#core/domain/visits/visit-rules.ts'

type Person = { client_email: string; name: string; phone_number: string }

/** `client`: local key or id of the visitor's client; '' for none. */
type Visitor = Person & { opId: string; listingKey: LocalKey; openHouseKey: LocalKey; client?: string }

/** Adds a visitor; safe to repeat. `known`: the open house already has this email, and nothing was saved. */
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

/** Corrects a visitor's details; safe to repeat. `known`: another visitor has this email, and nothing was saved. */
export async function correctVisitor(
  device: Device,
  { opId, visitor, person }: { opId: string; visitor: OpenHouseVisitRow; person: Person },
): Promise<UpdateOutcome | 'known'> {
  const { key, ...opened } = visitor
  const other = await visitOf(device, visitor.open_house_key, person.client_email)
  if (other !== undefined && other.key !== key) return 'known'
  return changeRecord(device, 'open_house_visit', { opId, key, opened, changes: changedFields(opened, person) })
}

function visitOf({ database }: Device, openHouseKey: LocalKey, email: string): Promise<OpenHouseVisitRow | undefined> {
  return database.open_house_visits
    .where('open_house_key')
    .equals(openHouseKey)
    .filter((visit) => isSameEmail(visit.client_email, email))
    .first()
}

function visitReferences(listingKey: LocalKey, openHouseKey: LocalKey) {
  return {
    listing: { entity: 'listing', key: listingKey },
    open_house: { entity: 'open_house', key: openHouseKey },
  } as const
}

type SignIn = {
  /** Created when the form opens; a second save with the same id has no effect (fault A15). */
  opId: string
  openHouse: OpenHouseRow
  client_email: string
  name: string
  phone_number: string
  consents: Consent[]
}

/** Saves a sign-in; safe to repeat. A second one with the same email is merged into the first, without a notice to the visitor. */
export async function signVisitorIn(
  device: Device,
  { opId, openHouse, client_email, ...details }: SignIn,
): Promise<void> {
  const signIn = { ...details, signed_in_at: new Date(device.clock.now()).toISOString() }
  const known = await visitOf(device, openHouse.key, client_email)
  if (known === undefined) {
    const references = visitReferences(openHouse.listing_key, openHouse.key)
    await addRecord(device, 'open_house_visit', { opId, changes: { client_email, ...signIn }, references })
    return
  }
  const { key, name = '', phone_number = '', consents = [], signed_in_at = null } = known
  const opened = { name, phone_number, consents, signed_in_at }
  await changeRecord(device, 'open_house_visit', { opId, key, opened, changes: mergeSignIns(opened, signIn) })
}

import type { Consent } from '#core/contract/open-house-visit.ts'
import { withSecondSignIn } from '#core/domain/visits/visit-rules.ts'
import { addRecord, changeRecord } from '#records/saving/commands.ts'
import type { Device } from '#storage/device/device.ts'
import type { OpenHouseRow } from '#storage/database/rows.ts'
import { visitOf, visitReferences } from './open-houses-commands.ts'

export type SignIn = {
  /** Made when the form opens; the same one again is already done (fault A15). */
  opId: string
  openHouse: OpenHouseRow
  client_email: string
  name: string
  phone_number: string
  consents: Consent[]
}

/**
 * Keeps a visitor who signed in at the door on this device; safe to repeat. Who signed in before with
 * the same email is one visitor with them, and all that was told is kept; the visitor hears nothing of it.
 */
export async function signVisitorIn(device: Device, { opId, openHouse, client_email, ...told }: SignIn): Promise<void> {
  const signIn = { ...told, signed_in_at: new Date(device.clock.now()).toISOString() }
  const known = await visitOf(device, openHouse.key, client_email)
  if (known === undefined) {
    const references = visitReferences(openHouse.listing_key, openHouse.key)
    await addRecord(device, 'open_house_visit', { opId, changes: { client_email, ...signIn }, references })
    return
  }
  const { key, name = '', phone_number = '', consents = [], signed_in_at = null } = known
  const opened = { name, phone_number, consents, signed_in_at }
  await changeRecord(device, 'open_house_visit', { opId, key, opened, changes: withSecondSignIn(opened, signIn) })
}

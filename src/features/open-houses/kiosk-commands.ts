import type { Consent } from '#core/contract/open-house-visit.ts'
import { isSameEmail } from '#core/domain/client-rules.ts'
import { withSecondSignIn } from '#core/domain/visit-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { createRecord, updateRecord } from '#core/sync/writing/record-change.ts'
import type { Device } from '#storage/device.ts'
import type { OpenHouseRow } from '#storage/rows.ts'

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
 * Keeps a visitor who signed in at the door on this device; safe to repeat. Who signed in before stays one visitor, and
 * what they told in addition is kept; the visitor hears nothing of it.
 */
export async function signVisitorIn(device: Device, { opId, openHouse, client_email, ...told }: SignIn): Promise<void> {
  const signIn = { ...told, signed_in_at: new Date(device.clock.now()).toISOString() }
  const known = await visitOf(device, openHouse.key, client_email)
  if (known === undefined) {
    await createRecord(device.replica, device.clock, {
      opId,
      entity: 'open_house_visit',
      changes: { client_email, ...signIn },
      references: {
        listing: { entity: 'listing', key: openHouse.listing_key },
        open_house: { entity: 'open_house', key: openHouse.key },
      },
    })
    return
  }
  const { key, name = '', phone_number = '', consents = [], signed_in_at = null } = known
  const opened = { name, phone_number, consents, signed_in_at }
  const changes = withSecondSignIn(opened, signIn)
  await updateRecord(device.replica, device.clock, { opId, entity: 'open_house_visit', key, opened, changes })
}

function visitOf({ database }: Device, openHouseKey: LocalKey, email: string) {
  return database.open_house_visits
    .where('open_house_key')
    .equals(openHouseKey)
    .filter((visit) => isSameEmail(visit.client_email, email))
    .first()
}

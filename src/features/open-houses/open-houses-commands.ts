import type { NewOpenHouse } from '#core/contract/open-house.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { createRecord, type UpdateOutcome, updateRecord } from '#core/sync/writing/record-change.ts'
import type { Device } from '#storage/device.ts'
import type { ListingRow, OpenHouseRow } from '#storage/rows.ts'
import type { OpenHouseFormValues } from './open-house-form-values.ts'
import { isVisitor } from './open-houses-queries.ts'

type Addition = {
  /** Made when the form opens; the same one again is already done (fault A15). */
  opId: string
  listing: ListingRow
  parsed: NewOpenHouse
  /** Who the table shows until the server's copy arrives. */
  realtor: OpenHouseRow['realtor']
}

/** Saves a new open house on this device; safe to repeat. */
export function addOpenHouse(device: Device, { opId, listing, parsed, realtor }: Addition): Promise<{ key: LocalKey }> {
  return createRecord(device.replica, device.clock, {
    opId,
    entity: 'open_house',
    changes: parsed,
    references: { listing: { entity: 'listing', key: listing.key } },
    shown: { listing_address: listing.property.address ?? '', realtor: realtor ?? null },
  })
}

type Change = { opId: string; key: LocalKey; opened: OpenHouseFormValues; parsed: NewOpenHouse }

/** Saves what the agent changed of an open house on this device. */
export async function changeOpenHouse(device: Device, { opId, key, opened, parsed }: Change): Promise<UpdateOutcome> {
  const { outcome } = await updateRecord(device.replica, device.clock, {
    opId,
    entity: 'open_house',
    key,
    opened,
    changes: parsed,
  })
  return outcome
}

type Visitor = { opId: string; listingKey: LocalKey; openHouseKey: LocalKey; clientEmail: string }

/**
 * Saves who came to an open house on this device; safe to repeat. `known`: somebody with that address is on its list
 * already, and nothing was saved.
 */
export async function addVisitor(
  device: Device,
  { opId, listingKey, openHouseKey, clientEmail }: Visitor,
): Promise<'added' | 'known'> {
  if (await isVisitor(device.database, openHouseKey, clientEmail)) return 'known'
  await createRecord(device.replica, device.clock, {
    opId,
    entity: 'open_house_visit',
    changes: { client_email: clientEmail },
    references: {
      listing: { entity: 'listing', key: listingKey },
      open_house: { entity: 'open_house', key: openHouseKey },
    },
  })
  return 'added'
}

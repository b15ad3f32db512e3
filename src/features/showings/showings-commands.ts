import type { NewShowing } from '#core/contract/showing.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { createRecord, type UpdateOutcome, updateRecord } from '#core/sync/writing/record-change.ts'
import type { Device } from '#storage/device.ts'
import type { ListingRow, ShowingRow } from '#storage/rows.ts'
import type { ShowingFormValues } from './showing-form-values.ts'

type Addition = {
  /** Made when the form opens; the same one again is already done (fault A15). */
  opId: string
  listing: ListingRow
  parsed: NewShowing
  /** Who the table shows until the server's copy arrives. */
  realtor: ShowingRow['realtor']
}

/** Saves a new showing on this device; safe to repeat. */
export function addShowing(device: Device, { opId, listing, parsed, realtor }: Addition): Promise<{ key: LocalKey }> {
  return createRecord(device.replica, device.clock, {
    opId,
    entity: 'showing',
    changes: parsed,
    references: { listing: { entity: 'listing', key: listing.key } },
    shown: { listing_address: listing.property.address ?? '', realtor: realtor ?? null },
  })
}

type Change = { opId: string; key: LocalKey; opened: ShowingFormValues; parsed: NewShowing }

/** Saves what the agent changed of a showing on this device. */
export async function changeShowing(device: Device, { opId, key, opened, parsed }: Change): Promise<UpdateOutcome> {
  const { outcome } = await updateRecord(device.replica, device.clock, {
    opId,
    entity: 'showing',
    key,
    opened,
    changes: parsed,
  })
  return outcome
}

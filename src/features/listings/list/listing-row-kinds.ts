import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import type { ListingImageRow, ListingRow } from '#storage/database/rows.ts'

/** A photo; `image_file` is set while it waits to be sent. */
export type PhotoRow = ListingImageRow & { image_file?: AttachedFile }

export function addressOf(listing: Pick<ListingRow, 'property'>): string {
  const address = listing.property?.address?.trim() ?? ''
  return address === '' ? 'Unknown address' : address
}

export function dashboardPath(listing: { key: LocalKey; id?: number }): string {
  return `/listings/${recordIdInUrl(listing)}/dashboard`
}

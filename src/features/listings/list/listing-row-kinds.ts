import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import { recordAddress } from '#records/record-address.ts'
import type { ListingImageRow, ListingRow } from '#storage/database/rows.ts'

/** A photo's row; `image_file` is painted by the outbox until the server's own address of the photo arrives. */
export type PhotoRow = ListingImageRow & { image_file?: AttachedFile }

/** How people call the listing; a server may have sent none. */
export function addressOf(listing: Pick<ListingRow, 'property'>): string {
  const address = listing.property?.address?.trim() ?? ''
  return address === '' ? 'Unknown address' : address
}

/** The listing's weekly page. */
export function dashboardPath(listing: { key: LocalKey; id?: number }): string {
  return `/listings/${recordAddress(listing)}/dashboard`
}

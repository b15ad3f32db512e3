import type { AttachedFile, LocalKey } from '#core/sync/operation.ts'
import type { ListingImageRow, ListingRow } from '#storage/rows.ts'

/** A photo's row; `image_file` is painted by the outbox until the server's own address of the photo arrives. */
export type PhotoRow = ListingImageRow & { image_file?: AttachedFile }

/** What stands in a link: the server's id once it is known, else the key of this device. Both work for ever. */
export function addressPart(record: { key: LocalKey; id?: number }): string {
  return record.id === undefined ? record.key : String(record.id)
}

/** How people call the listing; a server may have sent none. */
export function addressOf(listing: Pick<ListingRow, 'property'>): string {
  const address = listing.property?.address?.trim() ?? ''
  return address === '' ? 'Unknown address' : address
}

/** The listing's weekly page. */
export function dashboardPath(listing: { key: LocalKey; id?: number }): string {
  return `/listings/${addressPart(listing)}/dashboard`
}

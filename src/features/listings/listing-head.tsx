import type { ListingRow } from '#storage/database/rows.ts'
import { SyncMark } from '#ui/feedback/badge.tsx'
import { useListingMark } from './list/listing-marks.ts'
import type { PhotoRow } from './list/listing-row-kinds.ts'
import { RecordNotFound } from '#records/states/record-not-found.tsx'

/** The sync state of a listing and its photos; renders nothing once all of it is sent. */
export function ListingHeadMark({ listing, photos }: { listing: ListingRow; photos: readonly PhotoRow[] }) {
  const { mark, note } = useListingMark(
    listing.key,
    photos.map(({ key }) => key),
  )
  if (mark === null) return null
  return (
    <>
      <SyncMark state={mark} />
      {note !== null && <span>{note}</span>}
    </>
  )
}

type ListingNotFoundProps = { heading?: string; title: 'Listing not found' | 'Listing not found.'; failure: string }

/** Shown instead of a listing that is not on this device; with `failure` as the text if listings could not be loaded. */
export function ListingNotFound(props: ListingNotFoundProps) {
  return <RecordNotFound entity="listing" {...props} to="/my-listings" place="Back to My Listings" />
}

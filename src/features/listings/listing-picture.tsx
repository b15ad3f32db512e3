import { mainPhoto } from '#core/domain/listings/listing-rules.ts'
import { addressOf } from './list/listing-row-kinds.ts'
import { ListingPhoto } from './list/listing-photo.tsx'
import { useListing } from './one-listing-queries.ts'

/** The main photo of the listing at an address, for paper; nothing when it has none. */
export function ListingPicture({ listingId }: { listingId: string }) {
  const found = useListing(listingId)
  const photo = mainPhoto(found?.photos ?? [])
  if (found == null || photo === null) return null
  return <ListingPhoto photo={photo} address={addressOf(found.listing)} sizes="320px" loading="eager" />
}

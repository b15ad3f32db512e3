import { mainPhoto } from '#core/domain/listing-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { ListingPhoto } from './listing-photo.tsx'
import { useListing } from './one-listing-queries.ts'

/** The listing's main photo over the whole width, or its drawn house. */
export function KioskPicture({ listingKey, address }: { listingKey: LocalKey; address: string }) {
  const found = useListing(listingKey)
  const photo = mainPhoto(found?.photos ?? []) ?? undefined
  return <ListingPhoto photo={photo} address={address} sizes="100vw" loading="eager" />
}

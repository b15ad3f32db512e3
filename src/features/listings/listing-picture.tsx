import { mainPhoto } from '#core/domain/listings/listing-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import styles from './listing-picture.module.css'
import { ListingPhoto } from './list/listing-photo.tsx'
import { useListing } from './one-listing-queries.ts'
import { addressOf } from '#features/listings/list/listing-row-kinds.ts'

/** The main photo, full width; without one, the house number. */
export function KioskPicture({ listingKey, address }: { listingKey: LocalKey; address: string }) {
  const found = useListing(listingKey)
  const photo = mainPhoto(found?.photos ?? []) ?? undefined
  const number = /^\d\S*/.exec(address)?.[0]
  const standIn =
    number === undefined ? undefined : (
      <div className={styles.number} aria-hidden>
        {number}
      </div>
    )
  return <ListingPhoto photo={photo} address={address} standIn={standIn} sizes="100vw" loading="eager" />
}

/** The main photo, for print; nothing if there is none. */
export function ListingPicture({ listingId }: { listingId: string }) {
  const found = useListing(listingId)
  const photo = mainPhoto(found?.photos ?? [])
  if (found == null || photo === null) return null
  return <ListingPhoto photo={photo} address={addressOf(found.listing)} sizes="320px" loading="eager" />
}

import { mainPhoto } from '#core/domain/listings/listing-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import styles from './kiosk-picture.module.css'
import { ListingPhoto } from './list/listing-photo.tsx'
import { useListing } from './one-listing-queries.ts'

/** The home's own photo over the whole width; without it the house number, where the address has one. */
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

import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { resolveLocalKey } from '#storage/database/resolve-local-key.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import type { PhotoRow } from './list/listing-row-kinds.ts'
import { inDisplayOrder } from './list/listings-queries.ts'

export async function photosOf(database: DeviceDatabase, listingKey: LocalKey): Promise<PhotoRow[]> {
  return inDisplayOrder(await database.listing_images.where('listing_key').equals(listingKey).toArray())
}

type ListingWithPhotos = { listing: ListingRow; photos: PhotoRow[] }

/** Returns a listing and its photos; null if it is not on this device, undefined until it is read. */
export function useListing(idOrKey: string): ListingWithPhotos | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const key = await resolveLocalKey(database, 'listing', idOrKey)
    const listing = await database.listings.get(key)
    if (listing === undefined) return null
    return { listing, photos: await photosOf(database, key) }
  }, [database, idOrKey])
}

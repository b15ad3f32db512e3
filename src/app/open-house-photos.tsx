import { useEffect } from 'react'
import { photoWidths } from '#core/contract/record-constants.ts'
import { mainPhoto } from '#core/domain/listings/listing-rules.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { photosOf } from '#features/listings/one-listing-queries.ts'
import { useConnection } from '#state/connection.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'

/** The kiosk shows the photo full width. */
const width = Math.max(...photoWidths)

/** Prefetches the main photos of today's and tomorrow's open houses, so that the kiosk can show them offline. */
export function PrefetchOpenHousePhotos() {
  const { database } = useDevice()
  const { today } = useMinute()
  const isOnline = useConnection(({ state }) => state !== 'offline')
  // One string, because an array would be a new dependency after each read.
  const urls = useLiveQuery(() => photoUrls(database, today), [database, today])?.join(' ') ?? ''
  useEffect(() => {
    if (!isOnline || urls === '') return
    // The service worker caches each photo. It answers from the cache if it already has the photo.
    for (const url of urls.split(' ')) void fetch(url).catch(() => undefined)
  }, [urls, isOnline])
  return null
}

async function photoUrls(database: DeviceDatabase, today: string): Promise<string[]> {
  const openHouses = await database.open_houses.where('date').anyOf(today, addDays(today, 1)).toArray()
  const listings = [...new Set(openHouses.map(({ listing_key }) => listing_key))]
  const photos = await Promise.all(listings.map((key) => photosOf(database, key)))
  return photos.flatMap((photosOfListing) => {
    const base = /^(.*\/photos\/[0-9a-f]{32})\/\d+$/.exec(mainPhoto(photosOfListing)?.image ?? '')?.[1]
    return base === undefined ? [] : [`${base}/${width}`]
  })
}

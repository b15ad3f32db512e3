import { fullAddress } from '#core/domain/property-display.ts'
import { listingsOfTour } from '#storage/tourable-listings.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { TourRow, TourStopRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { useIsFirstLoad } from '#storage/use-first-load.ts'

/** A stop with what this device knows of its listing. */
export type ShownStop = TourStopRow & {
  /** 'no longer listed' (reading R17). */
  isGone: boolean
  /** "$529,500 · 4 beds · 2 baths", as far as it is known. */
  facts: string
  /** Where it is, as far as it is known. */
  home: { address: string; city?: string | undefined; state?: string | undefined; zip_code?: string | undefined }
  /** The whole address, for a map or a reader who is to find the door. */
  destination: string
}

/** The stops of a tour as they are shown; those of the row until the listings are read. */
export function useShownStops(tour: TourRow): ShownStop[] {
  const { database } = useDevice()
  const isFirstLoad = useIsFirstLoad('available_listing')
  const known = useLiveQuery(
    () =>
      listingsOfTour(
        database,
        tour.stops.map(({ listing_id }) => listing_id),
      ),
    [database, tour.stops],
  )
  return tour.stops.map((stop, index) => {
    const listing = known?.[index]
    const { state, zipCode: zip_code, city = stop.listing_city } = listing ?? {}
    const home = { address: stop.listing_address, city, state, zip_code }
    const isGoneNow = isGone(stop, listing, isFirstLoad === false)
    return {
      ...placed(stop, listing),
      isGone: isGoneNow,
      facts: listing?.facts ?? '',
      home,
      destination: fullAddress(home),
    }
  })
}

type Listing = Awaited<ReturnType<typeof listingsOfTour>>[number]

/** Where the tour does not say where a stop is, its listing may. */
function placed(stop: TourStopRow, listing: Listing | undefined): TourStopRow {
  if (typeof stop.latitude === 'number' || listing === null || listing === undefined) return stop
  return { ...stop, latitude: listing.latitude, longitude: listing.longitude }
}

function isGone(stop: TourStopRow, listing: Listing | undefined, isAllHere: boolean): boolean {
  if (stop.listing_id === null) return true
  if (listing !== null && listing !== undefined) return !listing.isListed
  // A server that says nothing of it, or a device that has not heard of all listings, is no proof.
  return listing === null && stop.is_listed === false && isAllHere
}

import type { ListingId } from '#core/planner/plan-types.ts'
import type { DeviceDatabase } from '#storage/device-database.ts'
import { type TourableListing, tourableListings } from '#storage/tourable-listings.ts'
import type { TourStopRow } from '#storage/rows.ts'
import { type ListingEvent, withClosedHours } from '../listing-events.ts'
import { readShownStops } from '../tour-stops.ts'
import { loadZipPlaces } from '../zip-places.ts'
import { type LocatedListing, locatedListings } from './located-listings.ts'

/** A home of the form of a tour; what is not listed any more has no place in a plan. */
type Chosen = TourableListing & { isGone: boolean }

/** A stop that the tour has, and whether its home is no longer listed. */
type KnownStop = TourStopRow & { isGone: boolean }

/**
 * In the agent's order. A home that this device does not have (`all` is undefined while they are read) stands where its stop
 * is: only what is no longer listed is gone.
 */
export function homesOfTour(
  all: readonly TourableListing[] | undefined,
  order: readonly ListingId[],
  stops: readonly KnownStop[],
): Chosen[] {
  const known = new Map((all ?? []).flatMap((one) => [[one.id, one] as const, [one.key, one] as const]))
  return order.map((id) => {
    const listing = known.get(id)
    if (listing !== undefined) return { ...listing, id, isGone: false }
    const stop = stops.find(({ listing_id }) => listing_id === id)
    const isGone = all !== undefined && (stop === undefined || stop.isGone)
    return {
      id,
      key: String(id),
      address: stop?.listing_address ?? '',
      city: [stop?.listing_city, isGone && 'no longer listed'].filter(Boolean).join(' · '),
      state: '',
      zipCode: '',
      latitude: stop?.latitude ?? null,
      longitude: stop?.longitude ?? null,
      isOwn: true,
      isGone,
    }
  })
}

/** Those of the chosen homes that a plan can hold, for a save that comes before the page has read and placed them. */
export async function readHomes(
  database: DeviceDatabase,
  order: readonly ListingId[],
  stops: readonly TourStopRow[],
  events: readonly ListingEvent[],
): Promise<LocatedListing[]> {
  const [all, known] = await Promise.all([tourableListings(database), readShownStops(database, stops)])
  const chosen = homesOfTour(all, order, known).filter(({ isGone }) => !isGone)
  const placeOfZip = chosen.some(({ latitude }) => latitude === null) ? await loadZipPlaces().catch(() => null) : null
  return withClosedHours(locatedListings(chosen, all, placeOfZip), events)
}

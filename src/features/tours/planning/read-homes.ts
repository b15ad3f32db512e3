import type { ListingId } from '#core/planner/plan-types.ts'
import type { Device } from '#storage/device.ts'
import type { TourStopRow } from '#storage/rows.ts'
import { tourableListings } from '#storage/tourable-listings.ts'
import { type ListingEvent, withClosedHours } from '../listing-events.ts'
import { readShownStops } from '../tour-stops.ts'
import { loadZipPlaces } from '../zip-places.ts'
import { homesOfTour } from './homes-of-tour.ts'
import { hasNoPlace, type LocatedListing, locatedListings } from './located-listings.ts'

/** Longer than the places take that are on this device; a save waits for no network. */
const patienceMs = 2000
const zipPlaces = () => loadZipPlaces().catch(() => null)

/** Those of the chosen homes that a plan can hold, for a save that comes before the page has read and placed them. */
export async function readHomes(
  { database, clock }: Device,
  order: readonly ListingId[],
  stops: readonly TourStopRow[],
  events: readonly ListingEvent[],
): Promise<LocatedListing[]> {
  const [all, known] = await Promise.all([tourableListings(database), readShownStops(database, stops)])
  const chosen = homesOfTour(all, order, known).filter(({ isGone }) => !isGone)
  const placeOfZip = chosen.some(hasNoPlace)
    ? await Promise.race([zipPlaces(), clock.sleep(patienceMs).then(() => null)])
    : null
  return withClosedHours(locatedListings(chosen, all, placeOfZip), events)
}

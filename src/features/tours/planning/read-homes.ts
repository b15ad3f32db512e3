import type { ListingId } from '#core/planner/plan-types.ts'
import type { Device } from '#storage/device/device.ts'
import type { TourStopRow } from '#storage/database/rows.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'
import { type TourableListing, tourableListings } from '#storage/listings/tourable-listings.ts'
import { loadZipPlaces } from '#storage/homes/zip-places.ts'
import { type ListingEvent, withClosedHours } from '#features/tours/tour-listing-events.ts'
import { readShownStops } from '../tour-stops.ts'
import { homesOfTour } from './homes-of-tour.ts'
import { asHome, hasNoPlace, locatedListings } from '#features/tours/located-listings.ts'

/** Longer than the places take that are on this device; a save waits for no network. */
const patienceMs = 2000
const zipPlaces = () => loadZipPlaces().catch(() => null)

/** Those of the chosen homes that a plan can hold, for a save that comes before the page has read and placed them. */
export async function readHomes(
  { database, clock }: Device,
  order: readonly ListingId[],
  stops: readonly TourStopRow[],
  events: readonly ListingEvent[],
): Promise<TourableListing[]> {
  const [all, known] = await Promise.all([tourableListings(database), readShownStops(database, stops)])
  const chosen = homesOfTour(all, order, known).filter(({ isGone }) => !isGone)
  const homes = chosen.filter(hasNoPlace).map(asHome)
  if (homes.length > 0) await Promise.race([zipPlaces(), clock.sleep(patienceMs)])
  return withClosedHours(locatedListings(chosen, await placeFinder(database, homes)), events)
}

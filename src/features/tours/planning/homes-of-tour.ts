import { placeOfStop } from '#core/domain/tours/timed-stop.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import { tourableListings, type TourableListing } from '#storage/listings/tourable-listings.ts'
import type { TourStopRow } from '#storage/database/rows.ts'
import { readShownStops, type ShownStop } from '../tour-stops.ts'
import { hasNoPlace, asHome, locatedListings } from '#features/tours/tour-listings.ts'
import type { Device } from '#storage/device/device.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'
import { loadZipPlaces } from '#storage/homes/zip-places.ts'
import { withClosedHours, type ListingEvent } from '#features/tours/tour-listing-events.ts'
import { useMemo } from 'react'
import { noPlaces } from '#core/domain/travel/place-of-home.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

type ChosenHome = TourableListing & {
  /** True if the home is no longer listed, for example after a sale; it is not planned. */
  isGone: boolean
  /** True if the home's listing is on this device. */
  isHere: boolean
}

type KnownStop = TourStopRow & Pick<ShownStop, 'isGone' | 'isMissing'>

/** Returns the homes in the given order. One not on this device has the address and location of its stop. `all` is undefined while it loads. */
export function homesOfTour(
  all: readonly TourableListing[] | undefined,
  order: readonly ListingId[],
  stops: readonly KnownStop[],
): ChosenHome[] {
  const known = new Map((all ?? []).flatMap((one) => [[one.id, one] as const, [one.key, one] as const]))
  return order.map((id) => {
    const listing = known.get(id)
    if (listing !== undefined) return { ...listing, id, isGone: false, isHere: true }
    const stop = stops.find(({ listing_id }) => listing_id === id)
    const isGone = all !== undefined && (stop === undefined || stop.isGone || stop.isMissing)
    return {
      id,
      key: String(id),
      address: stop?.listing_address ?? '',
      city: [stop?.listing_city, isGone && 'no longer listed'].filter(Boolean).join(' · '),
      state: '',
      zipCode: '',
      latitude: null,
      longitude: null,
      ...(stop && placeOfStop(stop)),
      isOwn: true,
      isLocatedByAgent: false,
      listedBy: null,
      isGone,
      isHere: false,
    }
  })
}

/** Returns whether all homes are read and have a location, so that a save can plan with them and need not read them again. */
export function areReady(chosen: readonly ChosenHome[], located: readonly TourableListing[]): boolean {
  return chosen.every(({ isGone, isHere }) => isGone || isHere) && !located.some(hasNoPlace)
}

/** Long enough to read ZIP code locations that are stored on this device; a save does not wait for the network. */
const longestWaitMs = 2000
const zipPlaces = () => loadZipPlaces().catch(() => null)

/** Reads and locates the homes that can be planned, for an agent who saves before the page has done so. */
export async function readHomes(
  { database, clock }: Device,
  order: readonly ListingId[],
  stops: readonly TourStopRow[],
  events: readonly ListingEvent[],
): Promise<TourableListing[]> {
  const [all, known] = await Promise.all([tourableListings(database), readShownStops(database, stops)])
  const chosen = homesOfTour(all, order, known).filter(({ isGone }) => !isGone)
  const homes = chosen.filter(hasNoPlace).map(asHome)
  if (homes.length > 0) await Promise.race([zipPlaces(), clock.sleep(longestWaitMs)])
  return withClosedHours(locatedListings(chosen, await placeFinder(database, homes)), events)
}

/** Returns the chosen listings, with approximate locations for those that have none (reading R24). */
export function useLocatedListings(chosen: readonly TourableListing[]): TourableListing[] {
  const { database } = useDevice()
  const homes = useMemo(() => chosen.filter(hasNoPlace).map(asHome), [chosen])
  const finder = useLiveQuery(async () => placeFinder(database, homes), [database, homes]) ?? noPlaces
  return useMemo(() => locatedListings(chosen, finder), [chosen, finder])
}

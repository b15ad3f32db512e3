import { useMemo } from 'react'
import type { ListedBy } from '#core/contract/listing.ts'
import { listingsFreedMetadataKey } from '#core/sync/metadata-keys.ts'
import type { VisitAtHome } from '#core/domain/homes/listing-agent-messages.ts'
import { isApproximate, noPlaces, placeOfHome, type PlaceFinder } from '#core/domain/travel/place-of-home.ts'
import { fullAddress } from '#core/domain/listings/listing-display.ts'
import { stopKey, visitBegins, type TimedStop } from '#core/domain/tours/timed-stop.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { listingsOfTour } from '#storage/listings/tourable-listings.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'
import type { TourStopRow } from '#storage/database/rows.ts'
import { useLiveQuery, isFirstLoad } from '#storage/reading/use-live-query.ts'
import { asHome } from './tour-listings.ts'
import { ownVisitsOfTour } from '#core/domain/tours/tour-halts.ts'
import { visitsBesideTour, type RecordedVisit } from '#storage/schedule/visits-of-day.ts'

export type ShownStop = TourStopRow & {
  /** True if the stop is shown as 'no longer listed' (reading R17). */
  isGone: boolean
  /** True if this device has fetched all listings and the stop's listing is not among them. */
  isMissing: boolean
  /** "$529,500 · 4 beds · 2 baths", as far as known. */
  facts: string
  /** The home's current address. */
  home: { address: string; city?: string | undefined; state?: string | undefined; zip_code?: string | undefined }
  /** The agent's listing or home to show, whose address and facts the agent can correct; null for another agent's listing. */
  ownListingKey: LocalKey | null
  /** The listing agent of a home to show; null if the agent or another agent of this server lists the home. */
  listedBy: ListedBy | null
  /** How precise the home's current location is. The plan may have been made with an older location. */
  location: 'exact' | 'approximate' | 'unknown'
  /** Undefined if the listing is not on this device. */
  listingKey: LocalKey | undefined
  /** The home's address as one text, for the link to directions. */
  destination: string
}

/** Returns the stops with the current data of their listings; without this data until it is read. */
export function useShownStops(stops: readonly TourStopRow[]): ShownStop[] {
  const { database } = useDevice()
  const known = useLiveQuery(() => readListings(database, stops), [database, stops])
  return useMemo(() => stops.map((stop) => shownStop(stop, known)), [stops, known])
}

export async function readShownStops(database: DeviceDatabase, stops: readonly TourStopRow[]): Promise<ShownStop[]> {
  const known = await readListings(database, stops)
  return stops.map((stop) => shownStop(stop, known))
}

/** Returns a stop's visit at its planned time, which is the time that the listing agent was given. */
export function plannedVisit(stop: ShownStop): VisitAtHome {
  return { listedBy: stop.listedBy, address: stop.listing_address, time: visitBegins(stop) }
}

type Listing = Awaited<ReturnType<typeof listingsOfTour>>[number]
/**
 * `byStop` uses the stops' keys: positions change when stops do, and listing ids when the server assigns them. A listing is null if it is
 * not on this device. `isAllHere`: all available listings were fetched, and none was deleted to free space.
 */
type KnownListings = { byStop: Map<string, Listing>; isAllHere: boolean; finder: PlaceFinder }

async function readListings(database: DeviceDatabase, stops: readonly TourStopRow[]): Promise<KnownListings> {
  const found = await listingsOfTour(
    database,
    stops.map(({ listing_id }) => listing_id),
  )
  const freed = (await database.facts.get(listingsFreedMetadataKey))?.value ?? null
  const isAllHere = freed === null && !(await isFirstLoad(database, 'available_listing'))
  const finder = await placeFinder(
    database,
    found.flatMap((listing) => (listing === null ? [] : asHome(listing))),
  )
  return { byStop: new Map(stops.map((stop, index) => [stopKey(stop), found[index] ?? null])), isAllHere, finder }
}

function shownStop(stop: TourStopRow, known: KnownListings | undefined): ShownStop {
  const listing = known?.byStop.get(stopKey(stop))
  const shown = asListed(withPlace(stop, listing, known?.finder), listing)
  const { state, zipCode: zip_code, city = stop.listing_city } = listing ?? {}
  const home = { address: shown.listing_address, city, state, zip_code }
  return {
    ...shown,
    ownListingKey: listing?.isOwn === true ? listing.key : null,
    listedBy: listing?.listedBy ?? null,
    location: locationOf(shown, listing),
    isGone: isGone(stop, listing, known?.isAllHere === true),
    isMissing: listing === null && known?.isAllHere === true,
    facts: listing?.facts ?? '',
    home,
    listingKey: listing?.key,
    destination: fullAddress(home),
  }
}

function locationOf(stop: TourStopRow, listing: Listing | undefined): ShownStop['location'] {
  if (listing !== null && listing !== undefined && listing.latitude !== null) return 'exact'
  if (stop.is_approximate === true) return 'approximate'
  return typeof stop.latitude === 'number' || listing === undefined ? 'exact' : 'unknown'
}

/** Returns the stop with the listing's address, which may have been corrected since the tour was saved. */
function asListed(stop: TourStopRow, listing: Listing | undefined): TourStopRow {
  if (listing === null || listing === undefined || listing.address === '') return stop
  return { ...stop, listing_address: listing.address, listing_city: listing.city }
}

/** Adds the listing's location to a stop that has none. */
function withPlace(stop: TourStopRow, listing: Listing | undefined, finder = noPlaces): TourStopRow {
  if (typeof stop.latitude === 'number' || listing === null || listing === undefined) return stop
  const place = placeOfHome(asHome(listing), finder)
  if (place === null) return stop
  const { latitude, longitude, uncertaintyMiles = null } = place
  return { ...stop, latitude, longitude, is_approximate: isApproximate(place), uncertainty_miles: uncertaintyMiles }
}

function isGone(stop: TourStopRow, listing: Listing | undefined, isAllHere: boolean): boolean {
  if (stop.listing_id === null) return true
  if (listing !== null && listing !== undefined) return !listing.isListed
  // The stop's `is_listed` may be out of date, so it counts only if the listing is also missing among all listings. A plain server sends none.
  return listing === null && stop.is_listed === false && isAllHere
}

type Planned = {
  key: string
  tour_date: string
  start_time: string
  end_time: string
  stops: readonly TimedStop[]
}

/** Returns the agent's current other events that the tour is planned around; empty until they are read. */
export function useOwnVisits(tour: Planned): RecordedVisit[] {
  const { database } = useDevice()
  const { tour_date: date, key } = tour
  const visits = useLiveQuery(() => visitsBesideTour(database, date, key), [database, date, key])
  return ownVisitsOfTour(tour, visits ?? [])
}

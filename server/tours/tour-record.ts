import type { SentTourStop, Tour } from '#core/contract/tour.ts'
import type { JsonRow } from '#server/database/read-as-json.ts'
import type { TourTableRow } from '#server/database/tables.ts'
import type { TouredListingRecord } from './toured-listings-repository.ts'

/** A tour as its agent gets it. */
export type TourRecord = Tour & {
  version: number
  client_key: string | null
  updated_at: string
}

/** From a row that `readAsJson` read, with those of its listings that are there. */
export function tourRowToRecord(
  row: JsonRow<TourTableRow>,
  listings: ReadonlyMap<number, TouredListingRecord>,
): TourRecord {
  return {
    id: row.id,
    client_email: row.client_email,
    tour_date: row.tour_date,
    start_time: row.start_time,
    end_time: row.end_time,
    status: row.status,
    planning: row.planning,
    selected_listings: row.selected_listings,
    preferences: row.preferences,
    stops: row.stops.map((stop) =>
      sentStop(stop, stop.listing_id === null ? undefined : listings.get(stop.listing_id)),
    ),
    lunch: row.lunch,
    dropped: row.dropped,
    steps: row.steps,
    total_distance: row.total_distance,
    estimated_duration: row.estimated_duration,
    version: row.version,
    client_key: row.client_key,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}

/** A stop of a listing that is gone keeps the address it had when it was planned (reading R17). */
function sentStop(
  stop: JsonRow<TourTableRow>['stops'][number],
  listing: TouredListingRecord | undefined,
): SentTourStop {
  if (listing === undefined) return { ...stop, is_listed: false }
  const { address, city, isAvailable } = listing
  return { ...stop, listing_address: address, listing_city: city, is_listed: isAvailable }
}

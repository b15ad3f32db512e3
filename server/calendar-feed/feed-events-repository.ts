import type { Kysely } from 'kysely'
import { readAsJson } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import { homeOfListing, onTrue } from '#server/listings/home-of-listing.ts'
import { isAvailable } from '#server/listings/available-listing-record.ts'

const propertyColumns = [
  'property.address',
  'property.city',
  'property.state',
  'property.zip_code',
  'property.latitude',
  'property.longitude',
] as const

/** Showings from a day on, except canceled ones, with their property; earliest first. */
export function readShowingsFrom(db: Kysely<Tables>, agentId: number, firstDate: string) {
  const showings = db
    .selectFrom('showings as visit')
    .innerJoin('listings as listing', 'listing.id', 'visit.listing_id')
    .innerJoinLateral(homeOfListing, onTrue)
    .select(['visit.id', 'visit.client_key', 'visit.version', 'visit.updated_at', 'visit.client_email'])
    .select(['visit.showing_date', 'visit.start_time', 'visit.end_time', ...propertyColumns])
    .where('visit.agent_id', '=', agentId)
    .where('visit.showing_date', '>=', firstDate)
    .where('visit.status', '<>', 'Cancelled')
    .orderBy('visit.showing_date')
    .orderBy('visit.start_time')
    .orderBy('visit.id')
  return readAsJson(db, showings)
}

export function readOpenHousesFrom(db: Kysely<Tables>, agentId: number, firstDate: string) {
  const openHouses = db
    .selectFrom('open_houses as visit')
    .innerJoin('listings as listing', 'listing.id', 'visit.listing_id')
    .innerJoinLateral(homeOfListing, onTrue)
    .select(['visit.id', 'visit.client_key', 'visit.version', 'visit.updated_at'])
    .select(['visit.date', 'visit.start_time', 'visit.end_time', ...propertyColumns])
    .where('visit.agent_id', '=', agentId)
    .where('visit.date', '>=', firstDate)
    .orderBy('visit.date')
    .orderBy('visit.start_time')
    .orderBy('visit.id')
  return readAsJson(db, openHouses)
}

export function readAppointmentsFrom(db: Kysely<Tables>, agentId: number, firstDate: string) {
  const appointments = db
    .selectFrom('appointments')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('date', '>=', firstDate)
    .orderBy('date')
    .orderBy('start_time')
    .orderBy('id')
  return readAsJson(db, appointments)
}

/**
 * Tours from a day on, except canceled ones, earliest first. `property` is the state and ZIP code of the first stop, for the event's
 * location. `region`: those of the first stop whose listing the agent can still see, for the time zone. Each is `{}` if unknown.
 */
export async function readToursFrom(db: Kysely<Tables>, agentId: number, firstDate: string) {
  const tours = await readAsJson(
    db,
    db
      .selectFrom('tours')
      .selectAll()
      .where('agent_id', '=', agentId)
      .where('tour_date', '>=', firstDate)
      .where('status', '!=', 'cancelled')
      .orderBy('tour_date')
      .orderBy('start_time')
      .orderBy('id'),
  )
  const listingIdsOf = ({ stops }: (typeof tours)[number]) => stops.flatMap(({ listing_id }) => listing_id ?? [])
  const properties = await propertiesOf(db, agentId, [...new Set(tours.flatMap(listingIdsOf))])
  return tours.map((tour) => {
    const visibleListingId = listingIdsOf(tour).find((id) => properties.has(id))
    const propertyOf = (id: number | null | undefined) => properties.get(id ?? 0) ?? {}
    return { tour, property: propertyOf(tour.stops[0]?.listing_id), region: propertyOf(visibleListingId) }
  })
}

async function propertiesOf(db: Kysely<Tables>, agentId: number, listingIds: readonly number[]) {
  if (listingIds.length === 0) return new Map<number, { state: string; zip_code: string }>()
  const rows = await db
    .selectFrom('listings as listing')
    .innerJoinLateral(homeOfListing, onTrue)
    .select(['listing.id', 'property.state', 'property.zip_code'])
    .where('listing.id', 'in', listingIds)
    .where((listing) => listing.or([listing('listing.agent_id', '=', agentId), isAvailable]))
    .execute()
  return new Map(rows.map(({ id, ...property }) => [id, property]))
}

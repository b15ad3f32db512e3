import type { Kysely } from 'kysely'
import { homeInText } from '#core/domain/homes/same-home.ts'
import { type HomeAddress, placeOfHome } from '#core/domain/travel/place-of-home.ts'
import { inOrder, placeOfStop } from '#core/domain/tours/timed-stop.ts'
import { spanOfTour } from '#core/domain/tours/tour-timeline.ts'
import { takesAgentsTime, type PlanningDay, type Engagement, planningDay } from '#core/planner/tour-planning.ts'
import { readAsJson } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import { homeOfListing, onTrue } from '#server/listings/home-of-listing.ts'
import { placeFinder } from './server-place-finder.ts'
import { readTouredListings } from './toured-listings-repository.ts'

/** Returns the agent's appointments, showings, open houses and tours on a day, without the tour that is being planned. */
export async function readPlanningDay(
  db: Kysely<Tables>,
  agentId: number,
  date: string,
  exceptTour: number | null,
): Promise<PlanningDay> {
  const visits = [
    ...(await showingsOf(db, agentId, date)),
    ...(await openHousesOf(db, agentId, date)),
    ...(await appointmentsOf(db, agentId, date)),
  ]
  const finder = await placeFinder(
    db,
    agentId,
    visits.flatMap(({ home }) => home ?? []),
  )
  const engagements = visits.map(({ key, start_time, end_time, home }): Engagement => {
    return { key, start_time, end_time, place: home && placeOfHome(home, finder) }
  })
  return planningDay(engagements, await toursOf(db, agentId, date, exceptTour))
}

type VisitAtHome = Omit<Engagement, 'place' | 'endPlace'> & { home: HomeAddress | null }

const addressColumns = ['property.address', 'property.city', 'property.state', 'property.zip_code'] as const
const coordinateColumns = ['property.latitude', 'property.longitude'] as const

async function showingsOf(db: Kysely<Tables>, agentId: number, date: string): Promise<VisitAtHome[]> {
  const query = db
    .selectFrom('showings as visit')
    .innerJoin('listings as listing', 'listing.id', 'visit.listing_id')
    .innerJoinLateral(homeOfListing, onTrue)
    .select(['visit.id', 'visit.start_time', 'visit.end_time', ...addressColumns, ...coordinateColumns])
    .where('visit.agent_id', '=', agentId)
    .where('visit.showing_date', '=', date)
    .where('visit.status', '<>', 'Cancelled')
  return (await readAsJson(db, query)).map((row) => visitAt('showing', row))
}

async function openHousesOf(db: Kysely<Tables>, agentId: number, date: string): Promise<VisitAtHome[]> {
  const query = db
    .selectFrom('open_houses as visit')
    .innerJoin('listings as listing', 'listing.id', 'visit.listing_id')
    .innerJoinLateral(homeOfListing, onTrue)
    .select(['visit.id', 'visit.start_time', 'visit.end_time', ...addressColumns, ...coordinateColumns])
    .where('visit.agent_id', '=', agentId)
    .where('visit.date', '=', date)
  return (await readAsJson(db, query)).map((row) => visitAt('open_house', row))
}

function visitAt(kind: string, { id, start_time, end_time, ...home }: VisitRow & HomeAddress): VisitAtHome {
  return { key: `${kind} ${id}`, start_time, end_time, home }
}

type VisitRow = { id: number; start_time: string; end_time: string }

/** An appointment has a home only if its location is an address, or names one of the agent's listings. */
async function appointmentsOf(db: Kysely<Tables>, agentId: number, date: string): Promise<VisitAtHome[]> {
  const query = db
    .selectFrom('appointments')
    .select(['id', 'start_time', 'end_time', 'location'])
    .where('agent_id', '=', agentId)
    .where('date', '=', date)
  const rows = await readAsJson(db, query)
  const homes = rows.some(({ location }) => location !== '') ? await ownHomes(db, agentId) : []
  return rows.map(({ id, start_time, end_time, location }) => ({
    key: `appointment ${id}`,
    start_time,
    end_time,
    home: homeInText(location, homes),
  }))
}

function ownHomes(db: Kysely<Tables>, agentId: number): Promise<HomeAddress[]> {
  return db
    .selectFrom('listings as listing')
    .innerJoin('properties as property', 'property.id', 'listing.property_id')
    .select([...addressColumns, ...coordinateColumns])
    .where('listing.agent_id', '=', agentId)
    .orderBy('listing.id')
    .execute()
}

/** Returns the day's scheduled and running tours, each as one engagement from its first stop to its last. */
async function toursOf(
  db: Kysely<Tables>,
  agentId: number,
  date: string,
  exceptTour: number | null,
): Promise<Engagement[]> {
  let query = db
    .selectFrom('tours')
    .select(['id', 'status', 'start_time', 'end_time', 'stops'])
    .where('agent_id', '=', agentId)
    .where('tour_date', '=', date)
  if (exceptTour !== null) query = query.where('id', '<>', exceptTour)
  const tours = (await readAsJson(db, query)).filter(takesAgentsTime)
  // A stop that another program saved through the API may have no location; then the location of its listing is used.
  const ends = tours.flatMap(({ stops }) => [inOrder(stops)[0], inOrder(stops).at(-1)].flatMap((stop) => stop ?? []))
  const unplaced = ends.flatMap((stop) => (placeOfStop(stop) === null ? (stop.listing_id ?? []) : []))
  const listings = await readTouredListings(db, agentId, unplaced)
  const finder = await placeFinder(db, agentId, [...listings.values()])
  return tours.flatMap((tour) => {
    const span = spanOfTour(tour, (stop) => {
      const listing = listings.get(stop.listing_id ?? 0)
      return placeOfStop(stop) ?? (listing === undefined ? null : placeOfHome(listing, finder))
    })
    return span === null ? [] : [{ key: `tour ${tour.id}`, ...span }]
  })
}

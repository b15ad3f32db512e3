import type { Kysely } from 'kysely'
import { placeOfStop } from '#core/domain/timed-stop.ts'
import { spanOfTour } from '#core/domain/tour-span.ts'
import { type Engagement, isLed, planningDay } from '#core/planner/planning-day.ts'
import type { PlanningDay } from '#core/planner/tour-planning.ts'
import { readAsJson } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import { homeOfListing, onTrue } from '#server/listings/home-of-listing.ts'

/** What keeps the agent busy on a day: appointments, showings, open houses, and tours but the one that is planned. */
export async function readPlanningDay(
  db: Kysely<Tables>,
  agentId: number,
  date: string,
  exceptTour: number | null,
): Promise<PlanningDay> {
  const engagements = [
    ...(await showingsOf(db, agentId, date)),
    ...(await openHousesOf(db, agentId, date)),
    ...(await appointmentsOf(db, agentId, date)),
  ]
  return planningDay(engagements, await toursOf(db, agentId, date, exceptTour))
}

async function showingsOf(db: Kysely<Tables>, agentId: number, date: string): Promise<Engagement[]> {
  const query = db
    .selectFrom('showings as visit')
    .innerJoin('listings as listing', 'listing.id', 'visit.listing_id')
    .innerJoinLateral(homeOfListing, onTrue)
    .select(['visit.id', 'visit.start_time', 'visit.end_time', 'property.latitude', 'property.longitude'])
    .where('visit.agent_id', '=', agentId)
    .where('visit.showing_date', '=', date)
    .where('visit.status', '<>', 'Cancelled')
  return (await readAsJson(db, query)).map((row) => engagement('showing', row))
}

async function openHousesOf(db: Kysely<Tables>, agentId: number, date: string): Promise<Engagement[]> {
  const query = db
    .selectFrom('open_houses as visit')
    .innerJoin('listings as listing', 'listing.id', 'visit.listing_id')
    .innerJoinLateral(homeOfListing, onTrue)
    .select(['visit.id', 'visit.start_time', 'visit.end_time', 'property.latitude', 'property.longitude'])
    .where('visit.agent_id', '=', agentId)
    .where('visit.date', '=', date)
  return (await readAsJson(db, query)).map((row) => engagement('open_house', row))
}

async function appointmentsOf(db: Kysely<Tables>, agentId: number, date: string): Promise<Engagement[]> {
  const query = db
    .selectFrom('appointments')
    .select(['id', 'start_time', 'end_time'])
    .where('agent_id', '=', agentId)
    .where('date', '=', date)
  const rows = await readAsJson(db, query)
  return rows.map((row) => engagement('appointment', { ...row, latitude: null, longitude: null }))
}

type Row = { id: number; start_time: string; end_time: string; latitude: number | null; longitude: number | null }

function engagement(kind: string, { id, start_time, end_time, latitude, longitude }: Row): Engagement {
  const place = latitude === null || longitude === null ? null : { latitude, longitude }
  return { key: `${kind} ${id}`, start_time, end_time, place }
}

/** The tours that the agent still leads, from their first doors to their last. */
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
  return (await readAsJson(db, query)).filter(isLed).flatMap((tour) => {
    const span = spanOfTour(tour, placeOfStop)
    return span === null ? [] : [{ key: `tour ${tour.id}`, ...span }]
  })
}

import { sql, type ExpressionBuilder, type Kysely, type SelectQueryBuilder, type Transaction } from 'kysely'
import type { PageQuery } from '#core/contract/paging.ts'
import type { TourStatus } from '#core/contract/tour-status.ts'
import type { Tour } from '#core/contract/tour.ts'
import { containing } from '#server/database/containing.ts'
import { readAsJson } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { readTouredListings } from './toured-listings-repository.ts'
import { tourRowToRecord, type TourRecord } from './tour-record.ts'

export const tourOrders = ['created_at', '-created_at', 'tour_date', '-tour_date'] as const
type TourOrder = (typeof tourOrders)[number]

type TourQuery = Omit<PageQuery, 'search'> & { search: string; status: TourStatus | ''; ordering: TourOrder }

/** One page of an agent's tours. The search finds client, date and status. */
export function listTours(db: Kysely<Tables>, agentId: number, query: TourQuery): Promise<TourRecord[]> {
  const column = query.ordering === 'tour_date' || query.ordering === '-tour_date' ? 'tour_date' : 'created_at'
  const direction = query.ordering.startsWith('-') ? 'desc' : 'asc'
  const page = db
    .selectFrom('tours')
    .selectAll()
    .where(matching(agentId, query))
    .orderBy(column, direction)
    .orderBy('start_time', direction)
    .orderBy('id', direction)
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
  return recordsOf(db, agentId, page)
}

export async function countTours(db: Kysely<Tables>, agentId: number, query: TourQuery): Promise<number> {
  const row = await db
    .selectFrom('tours')
    .select((tour) => tour.fn.countAll<number>().as('count'))
    .where(matching(agentId, query))
    .executeTakeFirstOrThrow()
  return row.count
}

function matching(agentId: number, { search, status }: TourQuery) {
  return (tour: ExpressionBuilder<Tables, 'tours'>) => {
    const conditions = [tour('agent_id', '=', agentId)]
    if (status !== '') conditions.push(tour('status', '=', status))
    if (search !== '') {
      const text = sql<string>`client_email || ' ' || tour_date || ' ' || status || ' ' || replace(status, '_', ' ')`
      conditions.push(tour(text, 'ilike', containing(search)))
    }
    return tour.and(conditions)
  }
}

/** These tours as far as they are the agent's, in any order. */
export async function readTours(db: Kysely<Tables>, agentId: number, ids: readonly number[]): Promise<TourRecord[]> {
  if (ids.length === 0) return []
  return recordsOf(
    db,
    agentId,
    db.selectFrom('tours').selectAll().where('agent_id', '=', agentId).where('id', 'in', ids),
  )
}

export async function findTour(db: Kysely<Tables>, agentId: number, id: number): Promise<TourRecord | undefined> {
  const [tour] = await readTours(db, agentId, [id])
  return tour
}

type WholeRow = Parameters<typeof tourRowToRecord>[0]

async function recordsOf<Row>(
  db: Kysely<Tables>,
  agentId: number,
  query: SelectQueryBuilder<Tables, 'tours', Row>,
): Promise<TourRecord[]> {
  const rows = (await readAsJson(db, query)) as unknown as WholeRow[]
  const ids = new Set(rows.flatMap(({ stops }) => stops.flatMap(({ listing_id }) => listing_id ?? [])))
  const listings = await readTouredListings(db, agentId, [...ids])
  return rows.map((row) => tourRowToRecord(row, listings))
}

/** What a tour is made of. */
export type StoredTour = Omit<Tour, 'id' | 'created_at' | 'stops'> & {
  stops: Omit<Tour['stops'][number], 'is_listed'>[]
}

export async function insertTour(
  trx: Transaction<Tables>,
  { agentId, version, clientKey }: WriteContext,
  tour: StoredTour,
): Promise<number> {
  const row = await trx
    .insertInto('tours')
    .values({ ...columnsOf(tour), agent_id: agentId, version, client_key: clientKey })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateTour(
  trx: Transaction<Tables>,
  { agentId, version }: WriteContext,
  id: number,
  tour: StoredTour,
): Promise<void> {
  await trx
    .updateTable('tours')
    .set({ ...columnsOf(tour), version, updated_at: sql`now()` })
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .execute()
}

function columnsOf(tour: StoredTour) {
  return {
    client_email: tour.client_email,
    tour_date: tour.tour_date,
    start_time: tour.start_time,
    end_time: tour.end_time,
    status: tour.status,
    planning: tour.planning,
    selected_listings: JSON.stringify(tour.selected_listings),
    preferences: JSON.stringify(tour.preferences),
    stops: JSON.stringify(tour.stops),
    lunch: tour.lunch === null ? null : JSON.stringify(tour.lunch),
    dropped: JSON.stringify(tour.dropped),
    steps: JSON.stringify(tour.steps),
    total_distance: tour.total_distance,
    estimated_duration: tour.estimated_duration,
  }
}

export async function deleteTour(trx: Transaction<Tables>, { agentId }: WriteContext, id: number): Promise<void> {
  await trx.deleteFrom('tours').where('agent_id', '=', agentId).where('id', '=', id).execute()
}

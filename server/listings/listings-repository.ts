import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import type { ListingStatus } from '#core/contract/listing-status.ts'
import type { ListingForm, NewListing } from '#core/contract/listing.ts'
import type { PageQuery } from '#core/contract/paging.ts'
import { containing } from '#server/database/containing.ts'
import { readPage, type PageText } from '#server/database/read-page.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WriteContext } from '#server/database/write.ts'
import { selectListings, type ListingRecord } from './listing-record.ts'

export const listingOrders = ['-created_at', 'created_at', '-listing_price', 'listing_price'] as const

type ListingQuery = PageQuery & { status: ListingStatus | ''; ordering: (typeof listingOrders)[number] }

/** One page of an agent's listings, each with property, photos and realtor. */
export function listListings(db: Kysely<Tables>, agentId: number, query: ListingQuery): Promise<PageText> {
  const column = query.ordering.endsWith('created_at') ? 'listing.created_at' : 'listing.price_cents'
  const direction = query.ordering.startsWith('-') ? 'desc' : 'asc'
  const page = selectListings(db)
    .where(matching(agentId, query))
    .orderBy(column, direction)
    .orderBy('listing.id', direction)
  const counting = db
    .selectFrom('listings as listing')
    .innerJoin('properties as property', 'property.id', 'listing.property_id')
    .select((listing) => listing.fn.countAll<number>().as('count'))
    .where(matching(agentId, query))
  return readPage(db, query, page, counting)
}

const searchedColumns = [
  'property.address',
  'property.city',
  'property.state',
  'property.zip_code',
  'listing.description',
] as const

type Joined = Tables & { listing: Tables['listings']; property: Tables['properties'] }

function matching(agentId: number, { search, status }: ListingQuery) {
  return (row: ExpressionBuilder<Joined, 'listing' | 'property'>) => {
    const conditions = [row('listing.agent_id', '=', agentId)]
    if (status !== '') conditions.push(row('listing.status', '=', status))
    if (search !== '') {
      conditions.push(row.or(searchedColumns.map((column) => row(column, 'ilike', containing(search)))))
    }
    return row.and(conditions)
  }
}

/** These listings as far as they are the agent's, in any order. */
export async function readListings(
  db: Kysely<Tables>,
  agentId: number,
  ids: readonly number[],
): Promise<ListingRecord[]> {
  if (ids.length === 0) return []
  const listings = selectListings(db).where('listing.agent_id', '=', agentId).where('listing.id', 'in', ids)
  const rows = await listings.execute()
  return rows.map(({ record }) => JSON.parse(record) as ListingRecord)
}

export async function findListing(db: Kysely<Tables>, agentId: number, id: number): Promise<ListingRecord | undefined> {
  const [listing] = await readListings(db, agentId, [id])
  return listing
}

export async function ownsListing(db: Kysely<Tables>, agentId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('listings')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertListing(
  trx: Transaction<Tables>,
  { agentId, version, clientKey }: WriteContext,
  { listing_price, description, status, property }: NewListing,
): Promise<number> {
  const row = await trx
    .insertInto('listings')
    .values({
      agent_id: agentId,
      version,
      client_key: clientKey,
      property_id: property,
      price_cents: centsOf(listing_price),
      description,
      status,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateListing(
  trx: Transaction<Tables>,
  { agentId, version }: WriteContext,
  id: number,
  { listing_price, description, status }: ListingForm,
): Promise<void> {
  await trx
    .updateTable('listings')
    .set({ price_cents: centsOf(listing_price), description, status, version, updated_at: sql`now()` })
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .execute()
}

/** How many showings, open houses and visitors of theirs a listing has. */
export async function countVisitsOfListing(
  db: Kysely<Tables>,
  id: number,
): Promise<{ showings: number; open_houses: number; visits: number }> {
  const { rows } = await sql<{ showings: number; open_houses: number; visits: number }>`
    select
      (select count(*) from showings where listing_id = ${id}) as showings,
      (select count(*) from open_houses where listing_id = ${id}) as open_houses,
      (select count(*) from open_house_visits as visit
        join open_houses as open_house on open_house.id = visit.open_house_id
        where open_house.listing_id = ${id}) as visits`.execute(db)
  return rows[0] ?? { showings: 0, open_houses: 0, visits: 0 }
}

/** Its photos, showings, open houses and their visitors go with it; all leave tombstones. */
export async function deleteListing(trx: Transaction<Tables>, { agentId }: WriteContext, id: number): Promise<void> {
  await trx.deleteFrom('listings').where('agent_id', '=', agentId).where('id', '=', id).execute()
}

function centsOf(dollars: number): number {
  return Math.round(dollars * 100)
}

import type { Kysely } from 'kysely'
import type { PageQuery } from '#core/contract/paging.ts'
import { readAsJson } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import {
  availableListingRowToRecord,
  isAvailable,
  selectAvailableListings,
  type AvailableListingRecord,
} from './available-listing-record.ts'

/** Returns a page of available listings, ordered by id. An empty `ids` means all of them. */
export async function listAvailableListings(
  db: Kysely<Tables>,
  query: Omit<PageQuery, 'search'> & { ids: readonly number[] },
): Promise<AvailableListingRecord[]> {
  const page = selectAvailableListings(db)
    .where((listing) => (query.ids.length === 0 ? listing.and([]) : listing('listing.id', 'in', query.ids)))
    .orderBy('listing.id')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
  const rows = await readAsJson(db, page)
  return rows.map(availableListingRowToRecord)
}

export async function countAvailableListings(db: Kysely<Tables>, ids: readonly number[]): Promise<number> {
  const row = await db
    .selectFrom('listings as listing')
    .select((listing) => listing.fn.countAll<number>().as('count'))
    .where(isAvailable)
    .where((listing) => (ids.length === 0 ? listing.and([]) : listing('listing.id', 'in', ids)))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns those of the listings that are available, in any order. */
export async function readAvailableListings(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<AvailableListingRecord[]> {
  if (ids.length === 0) return []
  const rows = await selectAvailableListings(db).where('listing.id', 'in', ids).execute()
  return rows.map(availableListingRowToRecord)
}

import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { homeOfListing, onTrue } from '#server/listings/home-of-listing.ts'
import { isAvailable, isOnMarket } from '#server/listings/available-listing-record.ts'

export type TouredListingRecord = {
  id: number
  address: string
  city: string
  state: string
  zip_code: string
  latitude: number | null
  longitude: number | null
  /** For Sale or Pending, and the account of the listing's agent is not closed. */
  isOnMarket: boolean
}

/** Leaves out other agents' listings that are not available, so that trying ids does not reveal what other agents have sold. */
export async function readTouredListings(
  db: Kysely<Tables>,
  agentId: number,
  ids: readonly number[],
): Promise<Map<number, TouredListingRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('listings as listing')
    .innerJoinLateral(homeOfListing, onTrue)
    .select(['listing.id', 'property.address', 'property.city', 'property.state', 'property.zip_code'])
    .select(['property.latitude', 'property.longitude', isOnMarket.as('isOnMarket')])
    .where('listing.id', 'in', ids)
    .where((listing) => listing.or([listing('listing.agent_id', '=', agentId), isAvailable]))
    .execute()
  return new Map(rows.map((listing) => [listing.id, listing]))
}

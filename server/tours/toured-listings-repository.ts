import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { homeOfListing, onTrue } from '#server/listings/home-of-listing.ts'
import { isAvailable, isOnMarket } from '#server/listings/available-listing-record.ts'

/** What a tour needs of a listing, of any agent. */
export type TouredListingRecord = {
  id: number
  address: string
  city: string
  state: string
  zip_code: string
  latitude: number | null
  longitude: number | null
  /** For Sale or Pending, of an open account. */
  isAvailable: boolean
}

/**
 * These listings by id: the agent's own and homes to show in any status, those of other agents while they are available. The rest is left out, so
 * that counting ids does not show what others have sold.
 */
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
    .select(['property.latitude', 'property.longitude', isOnMarket.as('isAvailable')])
    .where('listing.id', 'in', ids)
    .where((listing) => listing.or([listing('listing.agent_id', '=', agentId), isAvailable]))
    .execute()
  return new Map(rows.map((listing) => [listing.id, listing]))
}

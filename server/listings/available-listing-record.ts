import { sql, type Kysely } from 'kysely'
import * as v from 'valibot'
import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import type { Tables } from '#server/database/tables.ts'
import { homeOfListing, onTrue } from './home-of-listing.ts'

/** The part of an available listing that all agents may see. */
export const availableListingSchema = v.object({
  id: v.number(),
  status: v.string(),
  listing_price: v.number(),
  property: v.object({
    address: v.string(),
    city: v.string(),
    state: v.string(),
    zip_code: v.string(),
    bedrooms: v.nullable(v.number()),
    bathrooms: v.nullable(v.number()),
    latitude: v.nullable(v.number()),
    longitude: v.nullable(v.number()),
  }),
})
export type AvailableListingRecord = v.InferOutput<typeof availableListingSchema>

const statuses = sql.join(activeStatuses.map((status) => sql.lit(status)))

/** SQL condition: the row `listing` is For Sale or Pending, and its agent's account is not closed. */
export const isOnMarket = sql<boolean>`(listing.status in (${statuses})
  and exists (select from agents where agents.id = listing.agent_id and closed_at is null))`

/** SQL condition: the row `listing` is on the market and not a home to show, so all agents may tour it. */
export const isAvailable = sql<boolean>`(listing.listed_by is null and ${isOnMarket})`

export function selectAvailableListings(db: Kysely<Tables>) {
  return db
    .selectFrom('listings as listing')
    .innerJoinLateral(homeOfListing, onTrue)
    .select([
      'listing.id',
      'listing.status',
      'listing.price_cents',
      'property.address',
      'property.city',
      'property.state',
      'property.zip_code',
      'property.bedrooms',
      'property.bathrooms',
      'property.latitude',
      'property.longitude',
    ])
    .where(isAvailable)
}

type AvailableListingColumns = Awaited<ReturnType<ReturnType<typeof selectAvailableListings>['execute']>>[number]

export function availableListingRowToRecord(row: AvailableListingColumns): AvailableListingRecord {
  const { id, status, price_cents, ...property } = row
  return { id, status, listing_price: price_cents / 100, property }
}

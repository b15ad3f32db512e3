import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '#server/database/tables.ts'

/** What every agent may know of every listing that is For Sale or Pending: what a buyer asks first. */
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

export const availableStatuses = ['For Sale', 'Pending'] as const

/** Listings of open accounts, with what all agents may see of them; the caller adds conditions, order and limit. */
export function selectAvailableListings(db: Kysely<Tables>) {
  return db
    .selectFrom('listings as listing')
    .innerJoin('properties as property', 'property.id', 'listing.property_id')
    .innerJoin('agents as agent', 'agent.id', 'listing.agent_id')
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
    .where('listing.status', 'in', availableStatuses)
    .where('agent.closed_at', 'is', null)
}

type AvailableListingColumns = Awaited<ReturnType<ReturnType<typeof selectAvailableListings>['execute']>>[number]

export function availableListingRowToRecord(row: AvailableListingColumns): AvailableListingRecord {
  const { id, status, price_cents, ...property } = row
  return { id, status, listing_price: price_cents / 100, property }
}

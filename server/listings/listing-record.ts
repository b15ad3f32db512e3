import { sql, type Kysely } from 'kysely'
import type { Listing } from '#core/contract/listing.ts'
import type { JsonRow } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import { propertyColumns, propertyOf } from '#server/properties/property-record.ts'
import {
  listingImageColumns,
  listingImageRowToRecord,
  type ListingImageColumns,
  type ListingImageRecord,
} from './listing-image-record.ts'
import { realtorColumns, realtorOf } from './realtor.ts'

/** A listing as its agent gets it: property, photos and realtor inside. */
export type ListingRecord = Omit<Listing, 'images'> & {
  images: ListingImageRecord[]
  updated_at: string
  version: number
  client_key: string | null
}

/**
 * Listings with everything their records need, in one query; the caller adds conditions, order and limit, and reads it
 * with `readAsJson`.
 * Tables: `listing`, `property`, `agent`.
 */
export function selectListings(db: Kysely<Tables>) {
  return db
    .selectFrom('listings as listing')
    .innerJoin('properties as property', 'property.id', 'listing.property_id')
    .innerJoin('agents as agent', 'agent.id', 'listing.agent_id')
    .select([
      'listing.id',
      'listing.price_cents',
      'listing.description',
      'listing.status',
      'listing.created_at',
      'listing.updated_at',
      'listing.version',
      'listing.client_key',
      ...realtorColumns,
      jsonOf<PropertyColumns>('property', propertyColumns).as('property'),
      sql<ListingImageColumns[]>`(
        select coalesce(json_agg(${jsonOf('image', listingImageColumns)} order by image.is_primary desc, image.position, image.id), '[]')
        from listing_images as image where image.listing_id = listing.id
      )`.as('images'),
    ])
}

type PropertyColumns = Parameters<typeof propertyOf>[0]
type ListingColumns = JsonRow<Awaited<ReturnType<ReturnType<typeof selectListings>['execute']>>[number]>

/** `json_build_object('id', property.id, …)` */
function jsonOf<Columns>(table: string, columns: readonly string[]) {
  const pairs = columns.map((column) => sql`${sql.lit(column)}, ${sql.ref(`${table}.${column}`)}`)
  return sql<Columns>`json_build_object(${sql.join(pairs)})`
}

export function listingRowToRecord(row: ListingColumns): ListingRecord {
  return {
    id: row.id,
    listing_price: row.price_cents / 100,
    description: row.description,
    status: row.status,
    created_at: new Date(row.created_at).toISOString(),
    property: propertyOf(row.property),
    images: row.images.map(listingImageRowToRecord),
    realtor: realtorOf(row),
    updated_at: new Date(row.updated_at).toISOString(),
    version: row.version,
    client_key: row.client_key,
  }
}

import { sql, type Kysely } from 'kysely'
import type { Listing } from '#core/contract/listing.ts'
import {
  jsonDollars,
  jsonInstant,
  jsonObject,
  jsonOfText,
  jsonPlain,
  jsonString,
  type JsonText,
} from '#server/database/json-text.ts'
import type { Tables } from '#server/database/tables.ts'
import { propertyJson } from '#server/properties/property-record.ts'
import { listingImageJson, type ListingImageRecord } from './listing-image-record.ts'

/** A listing as its agent gets it: property, photos and realtor inside. */
export type ListingRecord = Omit<Listing, 'images'> & {
  images: ListingImageRecord[]
  updated_at: string
  version: number
  client_key: string | null
}

/**
 * The wire records of listings as JSON texts, in one query; the caller adds conditions, order and limit.
 * Tables: `listing`, `property`, `agent`.
 */
export function selectListings(db: Kysely<Tables>) {
  return db
    .selectFrom('listings as listing')
    .innerJoin('properties as property', 'property.id', 'listing.property_id')
    .innerJoin('agents as agent', 'agent.id', 'listing.agent_id')
    .select(listingJson.as('record'))
}

const images: JsonText = sql<string>`concat('[', (
  select string_agg(${listingImageJson('image')}, ',' order by image.is_primary desc, image.position, image.id)
  from listing_images as image where image.listing_id = listing.id
), ']')`

/** As `realtorOf`. */
const realtor = jsonObject({
  name: jsonOfText(sql`coalesce(nullif(trim(concat(agent.first_name, ' ', agent.last_name)), ''), agent.username)`),
  email: jsonString('agent.email'),
  phone: jsonString('agent.phone_number'),
})

const listingJson = jsonObject({
  id: jsonPlain('listing.id'),
  listing_price: jsonDollars('listing.price_cents'),
  description: jsonString('listing.description'),
  status: jsonString('listing.status'),
  created_at: jsonInstant('listing.created_at'),
  property: propertyJson('property'),
  images,
  realtor,
  updated_at: jsonInstant('listing.updated_at'),
  version: jsonPlain('listing.version'),
  client_key: jsonString('listing.client_key'),
})

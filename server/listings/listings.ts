import { sql } from 'kysely'
import * as v from 'valibot'
import { listingStatuses } from '#core/contract/record-statuses.ts'
import { listedBySchema, type Listing, type WholeListing } from '#core/contract/listing.ts'
import { pageQuerySchema } from '#core/contract/paging.ts'
import { propertyOverridesSchema } from '#core/contract/property.ts'
import { likePattern } from '#server/database/like-pattern.ts'
import { withJsonSchema, jsonAs, jsonDollars, jsonList, jsonString, schemaOfJson } from '#server/database/json-text.ts'
import { jsonbText } from '#server/database/jsonb-text.ts'
import { schemaOfOutput } from '#server/http/description/json-schemas.ts'
import { invalid } from '#server/problem-responses.ts'
import { propertyJson } from '#server/properties/property-record.ts'
import { isVisibleTo } from '#server/properties/visible-property.ts'
import { ownKind, recordJson, type OwnRecord } from '#server/records/own-kind.ts'
import { homeOf } from './home-of-listing.ts'
import { listingImages, type SentImage } from './listing-images.ts'
import { realtorJson } from './realtor-query.ts'

const listingOrders = ['-created_at', 'created_at', '-listing_price', 'listing_price'] as const

export type SentListing = Omit<Listing, 'images'> & OwnRecord & { images: SentImage[] }

type ListingToStore = WholeListing & { property?: number }

const columnsByOrder = { created_at: 'listings.created_at', listing_price: 'listings.price_cents' } as const

const propertyOfListing = propertyJson('property')

/** The resource `listings/`. Its create and update accept forms with a photo; see `listings-routes.ts`. */
export const listings = ownKind<SentListing>()('listing', {
  words: {
    tag: 'listings',
    one: 'a listing',
    many: 'listings',
    list: 'List the agent’s own listings, newest first, with property and photos. With `listed_by=others`, list other brokers’ homes that the agent shows instead',
  },
  record: recordJson('listings', {
    listing_price: jsonDollars('listings.price_cents'),
    description: jsonString,
    status: jsonString,
    seller_note: jsonString,
    property_overrides: jsonAs(schemaOfOutput(propertyOverridesSchema)),
    listed_by: jsonAs(schemaOfOutput(listedBySchema)),
    property: withJsonSchema(
      sql<string>`(select ${propertyOfListing} from ${homeOf('listings')} as property)`,
      schemaOfJson(propertyOfListing),
    ),
    images: jsonList(
      listingImages.record,
      sql`(select string_agg(${listingImages.record}, ',' order by is_primary desc, position, id)
        from listing_images where listing_id = listings.id)`,
    ),
    realtor: realtorJson('listings'),
  }),
  columnsOf: ({ property, listing_price, property_overrides, listed_by, ...texts }: ListingToStore) => ({
    property_id: property,
    price_cents: Math.round(listing_price * 100),
    description: texts.description,
    status: texts.status,
    seller_note: texts.seller_note,
    property_overrides: property_overrides ? jsonbText(property_overrides) : property_overrides,
    listed_by: listed_by ? jsonbText(listed_by) : listed_by,
  }),
  requiredRecord: {
    table: 'properties',
    idOf: ({ property = 0 }) => property,
    mayReferTo: (agentId) => isVisibleTo(agentId, 'needed'), // the name of the property's row in the query
    refusalIfMissing: () => invalid({ property: ['This property is not in the catalog.'] }),
  },
  list: {
    query: v.object({
      ...pageQuerySchema.entries,
      status: v.optional(v.picklist([...listingStatuses, ''], 'Choose For Sale, Pending or Sold.'), ''),
      listed_by: v.optional(v.picklist(['me', 'others', ''], 'Choose me or others.'), 'me'),
      ordering: v.optional(v.picklist(listingOrders, `Choose ${listingOrders.join(', ')}.`), '-created_at'),
    }),
    where: ({ search, status, listed_by }) => [
      listed_by === 'others' ? sql<boolean>`listings.listed_by is not null` : sql<boolean>`listings.listed_by is null`,
      ...(status === '' ? [] : [sql<boolean>`listings.status = ${status}`]),
      ...(search === '' ? [] : [matchesSearch(likePattern(search))]),
    ],
    orderBy: ({ ordering }) => {
      const column = sql.ref(columnsByOrder[ordering.replace('-', '') as keyof typeof columnsByOrder])
      return ordering.startsWith('-') ? sql`${column} desc, listings.id desc` : sql`${column}, listings.id`
    },
  },
  deletedWithRecord: {
    images: (id) => sql`select version from listing_images where listing_id = ${id}`,
    showings: (id) => sql`select version from showings where listing_id = ${id}`,
    open_houses: (id) => sql`select version from open_houses where listing_id = ${id}`,
    visits: (id) => sql`
      select visit.version from open_house_visits as visit
      join open_houses as open_house on open_house.id = visit.open_house_id where open_house.listing_id = ${id}`,
  },
})

function matchesSearch(pattern: string) {
  return sql<boolean>`(listings.description ilike ${pattern} or exists (
    select from ${homeOf('listings')} as property where (
      property.address ilike ${pattern} or property.city ilike ${pattern} or property.state ilike ${pattern}
      or property.zip_code ilike ${pattern})))`
}

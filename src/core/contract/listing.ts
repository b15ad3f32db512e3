import * as v from 'valibot'
import { isListedByOther } from './record-constants.ts'
import { optionalText, requiredText, serverId, longestText, typedNumber } from './fields.ts'
import type { ListingImage } from './listing-image.ts'
import { listingStatuses } from './record-statuses.ts'
import { propertyOverridesSchema, type Property, type PropertyOverrides } from './property.ts'

export const listedByFormSchema = v.object({
  name: optionalText('Listing Agent', 200),
  phone: optionalText('Phone', 40),
  email: optionalText('Email', 254),
  brokerage: optionalText('Brokerage', 200),
  mls_number: optionalText('MLS Number', 40),
  link: v.pipe(
    optionalText('Link', 2000),
    v.check((link) => link === '' || isWebAddress(link), 'Enter a link that begins with https:// or http://.'),
  ),
})

/** The broker who lists a home to show; unknown texts are empty. */
export type ListedBy = v.InferOutput<typeof listedByFormSchema>

/** Null for the agent's own listing; an object, even with empty texts, for a home to show. A multipart form sends it as JSON text. */
export const listedBySchema = v.nullable(
  v.pipe(
    v.union([v.record(v.string(), v.unknown()), v.pipe(v.string(), v.maxLength(8000), v.transform(parsed))]),
    v.nullable(listedByFormSchema),
  ),
)

function parsed(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Accepts only http and https, because agents click the link, and `javascript:` would run code. */
function isWebAddress(link: string): boolean {
  return /^https?:\/\/[^\s/]+\S*$/i.test(link)
}

/** Dollars, whole or with cents, 1 to 10^10 (reading R9). Multipart fields arrive as text. */
export const listingPrice = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty('Listing Price is required.'))],
    'Listing Price is required.',
  ),
  v.transform((price) => (typeof price === 'number' ? price : typedNumber(price))),
  v.number('Listing Price must be a number.'),
  v.check(hasWholeCents, 'Listing Price has at most two decimals.'),
  v.minValue(1, 'Listing Price must be at least $1.'),
  v.maxValue(10_000_000_000, 'Listing Price must be at most $10,000,000,000.'),
)

/** The price of a home that another broker lists. 0 or an empty field means unknown. */
const homeToShowPrice = v.pipe(
  v.optional(v.nullable(v.union([v.number(), v.pipe(v.string(), v.trim())], 'Listing Price must be a number.')), 0),
  v.transform((price) => (typeof price === 'string' && price !== '' ? typedNumber(price) : price || 0)),
  v.number('Listing Price must be a number.'),
  v.check(hasWholeCents, 'Listing Price has at most two decimals.'),
  v.minValue(0, 'Listing Price cannot be negative.'),
  v.maxValue(10_000_000_000, 'Listing Price must be at most $10,000,000,000.'),
)

function hasWholeCents(dollars: number): boolean {
  return Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-4
}

const listingFields = {
  listing_price: listingPrice,
  description: requiredText('Description', longestText),
  status: v.optional(v.picklist(listingStatuses, 'Choose For Sale, Pending or Sold.'), 'For Sale'),
}

export const listingFormSchema = v.object(listingFields)

/** Rules for the form of a home to show: only the home is required. */
export const homeToShowFormSchema = v.object({
  listing_price: homeToShowPrice,
  description: optionalText('Description', longestText),
  status: listingFields.status,
})

/** The agent's note to the seller on the seller report; an extension. */
export const sellerNoteSchema = v.object({ seller_note: optionalText('Your Note', 2000) })

const overridesSchema = v.object({ property_overrides: propertyOverridesSchema })

const brokerSchema = v.object({ listed_by: listedBySchema })

const extensions = { ...sellerNoteSchema.entries, ...overridesSchema.entries, ...brokerSchema.entries }
const optionalExtensions = v.partial(v.object(extensions)).entries

/** All fields of the agent's own listing. Seller note, property overrides and broker may be absent; the stored ones then do not change. */
const wholeListingSchema = v.object({ ...listingFields, ...optionalExtensions })

export const newListingSchema = v.object({ ...wholeListingSchema.entries, property: serverId })

export const wholeHomeToShowSchema = v.object({ ...homeToShowFormSchema.entries, ...optionalExtensions })

/** Returns the rules for all fields of this listing, which is the agent's own or a home to show. */
export function wholeSchemaFor(listing: { listed_by?: unknown }): v.GenericSchema<unknown, WholeListing> {
  return isListedByOther(listing) ? wholeHomeToShowSchema : wholeListingSchema
}

/** Any field of a listing except `property`, which never changes. */
export const listingChangesSchema = v.partial(
  v.object({
    ...homeToShowFormSchema.entries,
    ...extensions,
  }),
)

export type ListingForm = v.InferOutput<typeof listingFormSchema>
export type SellerNote = v.InferOutput<typeof sellerNoteSchema>
export type WholeListing = v.InferOutput<typeof wholeListingSchema>
export type NewListing = WholeListing & { property: number }
export type ListingChanges = v.InferOutput<typeof listingChangesSchema>

export type Listing = {
  id: number
  listing_price: number
  description: string
  /** Usually a `ListingStatus`. Other servers may send another text, which is shown as 'Unknown'. */
  status: string
  /** An extension. */
  seller_note?: string
  /** An extension. `property` already includes these values. */
  property_overrides?: PropertyOverrides | null
  /** An extension: who lists a home to show. `listing_price` is 0 if the price is unknown. */
  listed_by?: ListedBy | null
  created_at: string
  property: Property
  images: ListingImage[]
  realtor: { name: string; email: string; phone: string } | null
}

/** A showing or an open house at a listing, as all agents may see it. */
export const listingEventSchema = v.object({
  type: v.picklist(['showing', 'open_house']),
  start_time: v.string(),
  end_time: v.string(),
  is_own: v.boolean(),
})
export type ListingEvent = v.InferOutput<typeof listingEventSchema>

import * as v from 'valibot'
import { optionalText, requiredText, serverId } from './fields.ts'
import type { ListingImage } from './listing-image.ts'
import { listingStatuses } from './listing-status.ts'
import { longestText } from './longest-text.ts'
import { typedNumber } from './typed-number.ts'
import { type PropertyOverrides, propertyOverridesSchema } from './property-overrides.ts'
import type { Property } from './property.ts'

/** Dollars on the wire, whole or with cents, 1 to 10^10 (reading R9). Multipart fields arrive as text. */
export const listingPrice = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty('Listing Price is required.'))],
    'Listing Price is required.',
  ),
  v.transform((price) => (typeof price === 'number' ? price : typedNumber(price))),
  v.number('Listing Price must be a number.'),
  v.check(
    (dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-4,
    'Listing Price has at most two decimals.',
  ),
  v.minValue(1, 'Listing Price must be at least $1.'),
  v.maxValue(10_000_000_000, 'Listing Price must be at most $10,000,000,000.'),
)

const listingFields = {
  listing_price: listingPrice,
  description: requiredText('Description', longestText),
  status: v.optional(v.picklist(listingStatuses, 'Choose For Sale, Pending or Sold.'), 'For Sale'),
}

/** What the listing form must hold. */
export const listingFormSchema = v.object(listingFields)

/** What the agent says to the seller, on the seller report; an extension of ours. */
export const sellerNoteSchema = v.object({ seller_note: optionalText('Your Note', 2000) })

/** What the agent changed of the property for this listing; an extension of ours. */
const overridesSchema = v.object({ property_overrides: propertyOverridesSchema })

const whole = { ...listingFields, ...v.partial(sellerNoteSchema).entries, ...v.partial(overridesSchema).entries }

/** A listing as a whole; without a note or overrides, those that are there stay. */
export const wholeListingSchema = v.object(whole)

/** What a request that makes a listing must hold. */
export const newListingSchema = v.object({ ...whole, property: serverId })

/** A change to a listing: any field but its property, which never changes. */
export const listingChangesSchema = v.partial(
  v.object({ ...listingFields, ...sellerNoteSchema.entries, ...overridesSchema.entries }),
)

export type ListingForm = v.InferOutput<typeof listingFormSchema>
export type SellerNote = v.InferOutput<typeof sellerNoteSchema>
export type WholeListing = v.InferOutput<typeof wholeListingSchema>
export type NewListing = v.InferOutput<typeof newListingSchema>
export type ListingChanges = v.InferOutput<typeof listingChangesSchema>

/** A listing as the server sends it. */
export type Listing = {
  id: number
  listing_price: number
  description: string
  /** Usually a `ListingStatus`; another server may send something else, which is shown as 'Unknown'. */
  status: string
  /** An extension of ours. */
  seller_note?: string
  /** An extension of ours; `property` has these values already. */
  property_overrides?: PropertyOverrides | null
  created_at: string
  property: Property
  images: ListingImage[]
  realtor: { name: string; email: string; phone: string } | null
}

import * as v from 'valibot'
import { optionalText } from './fields.ts'

/** 5 MB, inclusive (reading R11). */
export const largestPhotoBytes = 5_242_880

const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
])

/** Where a photo stands among the listing's; lower is earlier. Forms send it as text. */
const position = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))], 'Position must be a whole number.'),
  v.integer('Position must be a whole number.'),
  v.minValue(0, 'Position must be a whole number.'),
  v.maxValue(9999, 'Position must be at most 9999.'),
)

/** The fields that go with a photo's bytes; without a position the photo goes last. */
export const newListingImageSchema = v.object({
  caption: optionalText('Caption', 500),
  is_primary: v.optional(flag, false),
  position: v.exactOptional(position),
})

export const listingImageChangesSchema = v.partial(newListingImageSchema)

export type NewListingImage = v.InferOutput<typeof newListingImageSchema>
export type ListingImageChanges = v.InferOutput<typeof listingImageChangesSchema>

/** A photo of a listing as the server sends it; `image` is the address of the widest copy, `…/{width}`. */
export type ListingImage = {
  id: number
  image: string
  caption: string
  is_primary: boolean
  /** Sent by servers that keep an order. */
  position?: number
  /** The id of its listing; sent by servers that offer photos as records of their own. */
  listing?: number
}

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

/** A photo's place in its listing; lower is earlier. Forms send it as text. */
const position = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))], 'Position must be a whole number.'),
  v.integer('Position must be a whole number.'),
  v.minValue(0, 'Position must be a whole number.'),
  v.maxValue(9999, 'Position must be at most 9999.'),
)

/** The fields beside a photo's bytes; a photo without a position becomes the last one. */
export const newListingImageSchema = v.object({
  caption: optionalText('Caption', 500),
  is_primary: v.optional(flag, false),
  position: v.exactOptional(position),
})

export const listingImageChangesSchema = v.partial(newListingImageSchema)

export type NewListingImage = v.InferOutput<typeof newListingImageSchema>
export type ListingImageChanges = v.InferOutput<typeof listingImageChangesSchema>

/** A photo as the server sends it. `image` is the URL of the widest copy; it ends in the width, and the smaller copies end in theirs. */
export type ListingImage = {
  id: number
  image: string
  caption: string
  is_primary: boolean
  /** Absent from servers that store no order. */
  position?: number
  /** The id of its listing; only from servers that list photos as separate records. */
  listing?: number
}

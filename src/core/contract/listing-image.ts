import * as v from 'valibot'
import { optionalText } from './fields.ts'

/** 5 MB, inclusive (decisions §10). */
export const largestPhotoBytes = 5_242_880

const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
])

/** The fields that go with a photo's bytes. */
export const newListingImageSchema = v.object({
  caption: optionalText('Caption', 500),
  is_primary: v.optional(flag, false),
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
  /** The id of its listing; sent by servers that offer photos as records of their own. */
  listing?: number
}

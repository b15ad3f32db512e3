import { sql } from 'kysely'
import * as v from 'valibot'
import type { ListingImage } from '#core/contract/listing-image.ts'
import { jsonInteger, jsonFlag, jsonOfText, jsonString } from '#server/database/json-text.ts'
import { photoAddress } from '#server/photos/photo-store.ts'
import { ownKind, recordJson, type OwnRecord, type OwnKind } from '#server/records/own-kind.ts'

export type SentImage = ListingImage & OwnRecord & { listing: number; position: number }

/** The file is in the photo store under `photo_name`; `widest` is the width of its widest copy in pixels. */
type ImageColumns = {
  listing_id?: number
  photo_name?: string
  widest?: number
  caption: string
  is_primary: boolean
  /** If missing, the photo is appended. */
  position?: number | undefined
}

const [urlPrefix = '', urlSuffix = ''] = photoAddress('*').split('*')

/** A create sends a multipart form with a file, so writes have routes of their own in `listing-images-routes.ts`. */
export const listingImages: OwnKind<SentImage, ImageColumns> = ownKind<SentImage>()('listing_image', {
  idName: 'image_id',
  words: {
    tag: 'listing images',
    one: 'a photo',
    many: 'photos',
    list: 'List the photos of a listing, primary photo first',
    createSuffix: ' for a listing', // ends the sentence “Create a photo for a listing”
  },
  record: recordJson('listing_images', {
    listing: jsonInteger('listing_images.listing_id'),
    image: jsonOfText(
      sql`concat(${sql.lit(urlPrefix)}, ${sql.ref('listing_images.photo_name')}, ${sql.lit(urlSuffix)})`,
    ),
    caption: jsonString,
    is_primary: jsonFlag,
    position: jsonInteger,
  }),
  ofListing: (listing) => sql`listing_id = ${listing}`,
  list: {
    // Without parameters: one page contains all photos of a listing.
    query: v.pipe(
      v.object({}),
      v.transform(() => ({ page: 1, page_size: 10_000 })),
    ),
    orderBy: () => sql`is_primary desc, position, id`,
  },
})

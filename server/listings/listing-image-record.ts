import { sql } from 'kysely'
import type { ListingImage } from '#core/contract/listing-image.ts'
import type { ListingImageRow } from '#server/database/tables.ts'
import {
  jsonInstant,
  jsonObject,
  jsonOfText,
  jsonPlain,
  jsonString,
  type JsonText,
} from '#server/database/json-text.ts'
import { photoAddress } from '#server/photos/photo-store.ts'

/** A photo of a listing as the listing's agent gets it. */
export type ListingImageRecord = ListingImage & {
  listing: number
  position: number
  version: number
  client_key: string | null
  created_at: string
  updated_at: string
}

/** The columns that a photo's record is made of. */
export const listingImageColumns = [
  'id',
  'listing_id',
  'photo_name',
  'caption',
  'is_primary',
  'position',
  'version',
  'client_key',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ListingImageRow)[]

/** A photo's columns, from a row or from JSON that the database made, where times are text. */
type ListingImageColumns = Omit<
  Pick<ListingImageRow, (typeof listingImageColumns)[number]>,
  'created_at' | 'updated_at'
> & { created_at: Date | string; updated_at: Date | string }

export function listingImageRowToRecord(row: ListingImageColumns): ListingImageRecord {
  return {
    id: row.id,
    listing: row.listing_id,
    image: photoAddress(row.photo_name),
    caption: row.caption,
    is_primary: row.is_primary,
    position: row.position,
    version: row.version,
    client_key: row.client_key,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}

const [beforeName = '', afterName = ''] = photoAddress('*').split('*')

/** The same record as `listingImageRowToRecord` makes, as JSON text from this table. */
export function listingImageJson(table: string): JsonText {
  const name = sql.ref(`${table}.photo_name`)
  return jsonObject({
    id: jsonPlain(`${table}.id`),
    listing: jsonPlain(`${table}.listing_id`),
    image: jsonOfText(sql`concat(${sql.lit(beforeName)}, ${name}, ${sql.lit(afterName)})`),
    caption: jsonString(`${table}.caption`),
    is_primary: jsonPlain(`${table}.is_primary`),
    position: jsonPlain(`${table}.position`),
    version: jsonPlain(`${table}.version`),
    client_key: jsonString(`${table}.client_key`),
    created_at: jsonInstant(`${table}.created_at`),
    updated_at: jsonInstant(`${table}.updated_at`),
  })
}

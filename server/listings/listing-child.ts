import { sql } from 'kysely'
import { jsonInteger, jsonOfText } from '#server/database/json-text.ts'
import { notFound } from '#server/problem-responses.ts'
import { isOwnRow } from '#server/records/own-kind.ts'
import { homeOf } from './home-of-listing.ts'
import { realtorJson } from './realtor-query.ts'

/** What showings and open houses share: `fields` of the record; `kind`, options for `standardKind`. `[listing]` is the listing's id from the URL. */
export function listingChild(table: 'showings' | 'open_houses') {
  return {
    fields: {
      listing: jsonInteger(`${table}.listing_id`),
      listing_address: jsonOfText(sql`(
        select property.address from listings as listing cross join lateral ${homeOf('listing')} as property
        where listing.id = ${sql.ref(`${table}.listing_id`)})`),
      realtor: realtorJson(table),
    },
    kind: {
      ofListing: (listing: number) => sql<boolean>`${sql.ref(`${table}.listing_id`)} = ${listing}`,
      columnsOf: (whole: object, [listing]: readonly number[]) => ({ ...whole, listing_id: listing }),
      requiredRecord: {
        table: 'listings',
        idOf: (_: object, [listing]: readonly number[]) => listing!,
        mayReferTo: isOwnRow,
        refusalIfMissing: notFound,
      },
    },
  } as const
}

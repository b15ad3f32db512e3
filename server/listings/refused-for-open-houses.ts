import { sql, type Transaction } from 'kysely'
import { isListedByOther } from '#core/contract/record-constants.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Outcome } from '#server/http/outcome.ts'
import { invalid } from '#server/problem-responses.ts'
import type { SentListing } from './listings.ts'

/** Returns a refusal if the change turns a listing with an open house that has not ended into a home to show; otherwise null. */
export async function refusedForOpenHouses(
  trx: Transaction<Tables>,
  before: SentListing,
  listing: SentListing,
): Promise<Outcome | null> {
  if (isListedByOther(before) || !isListedByOther(listing)) return null
  // Times are local to the home. A time that has passed in Honolulu has passed in every zone of the fifty states.
  const { rows } = await sql`
    select from open_houses where listing_id = ${listing.id} and date + end_time > now() at time zone 'Pacific/Honolulu'
    limit 1`.execute(trx)
  return rows.length === 0
    ? null
    : invalid({ listed_by: ['This listing has open houses that have not ended. Delete them first.'] })
}

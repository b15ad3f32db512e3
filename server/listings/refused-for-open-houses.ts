import { sql, type Transaction } from 'kysely'
import { isListedByOther } from '#core/contract/record-constants.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Outcome } from '#server/http/outcome.ts'
import { invalid } from '#server/problem-responses.ts'
import type { SentListing } from './listings.ts'

/**
 * The refusal of a broker for a listing with an open house that has not ended; null where it has none. Those that have ended stay
 * with what their visitors left.
 */
export async function refusedForOpenHouses(
  trx: Transaction<Tables>,
  before: SentListing,
  listing: SentListing,
): Promise<Outcome | null> {
  if (isListedByOther(before) || !isListedByOther(listing)) return null
  // Times are those of the clock at the home: what has ended there has also ended where it is earliest.
  const { rows } = await sql`
    select from open_houses where listing_id = ${listing.id} and date + end_time > now() at time zone 'Pacific/Honolulu'
    limit 1`.execute(trx)
  return rows.length === 0
    ? null
    : invalid({ listed_by: ['This listing has open houses that have not ended. Delete them first.'] })
}

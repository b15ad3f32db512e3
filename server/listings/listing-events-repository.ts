import type { Kysely } from 'kysely'
import type { ListingEvent as SentEvent } from '#core/contract/listing.ts'
import { readAsJson } from '#server/database/read-as-json.ts'
import type { Tables } from '#server/database/tables.ts'
import type { AvailableListingRecord } from './available-listing-record.ts'

/** A showing or open house at a listing, without its client or visitors. */
export type ListingEvent = {
  listing_id: number
  type: 'showing' | 'open_house'
  start_time: string
  end_time: string
  agent_id: number
}

export async function readListingEvents(
  db: Kysely<Tables>,
  listingIds: readonly number[],
  date: string,
): Promise<ListingEvent[]> {
  if (listingIds.length === 0) return []
  const showings = db
    .selectFrom('showings')
    .select((event) => event.val<'showing' | 'open_house'>('showing').as('type'))
    .select(['listing_id', 'start_time', 'end_time', 'agent_id'])
    .where('showing_date', '=', date)
    .where('status', '<>', 'Cancelled')
    .where('listing_id', 'in', listingIds)
  const openHouses = db
    .selectFrom('open_houses')
    .select((event) => event.val<'showing' | 'open_house'>('open_house').as('type'))
    .select(['listing_id', 'start_time', 'end_time', 'agent_id'])
    .where('date', '=', date)
    .where('listing_id', 'in', listingIds)
  return readAsJson(db, showings.unionAll(openHouses).orderBy('start_time').orderBy('type').orderBy('listing_id'))
}

/** Adds each listing's showings and open houses of a day. Every agent may see when they take place, but not with whom. */
export async function withEvents(
  db: Kysely<Tables>,
  agentId: number,
  date: string,
  listings: AvailableListingRecord[],
): Promise<(AvailableListingRecord & { events?: SentEvent[] })[]> {
  if (date === '') return listings
  const ids = listings.map(({ id }) => id)
  const events = await readListingEvents(db, ids, date)
  return listings.map((listing) => ({
    ...listing,
    events: events
      .filter(({ listing_id }) => listing_id === listing.id)
      .map(({ type, start_time, end_time, agent_id }) => ({
        type,
        start_time,
        end_time,
        is_own: agent_id === agentId,
      })),
  }))
}

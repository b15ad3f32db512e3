import * as v from 'valibot'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'
import { type AccountAnswer, accepted, parsedBy } from './account-answer.ts'

/** A showing or an open house at a listing, as every agent may know of it. */
type HeardListingEvent = {
  listing_id: number
  type: 'showing' | 'open_house'
  start_time: string
  end_time: string
  /** Held by the agent who asks. */
  is_own: boolean
}

/** What happens at these listings on a date; empty at a server that does not tell. */
export async function readListingEvents(
  date: string,
  ids: readonly number[],
  signal: AbortSignal,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<HeardListingEvent[]>> {
  const query = new URLSearchParams({ tour_date: date, ids: ids.join(','), page_size: String(ids.length) })
  const answer = await client({ method: 'GET', path: `listings/available/?${query}`, signal })
  return accepted(answer, parsedBy(listSchema))
}

const eventSchema = v.object({
  type: v.picklist(['showing', 'open_house']),
  start_time: v.string(),
  end_time: v.string(),
  is_own: v.optional(v.boolean(), false),
})
const rowsSchema = v.array(v.object({ id: v.number(), events: v.optional(v.array(eventSchema), []) }))

const listSchema = v.pipe(
  v.union([rowsSchema, v.object({ results: rowsSchema })]),
  v.transform((list) => ('results' in list ? list.results : list)),
  v.transform((rows) => rows.flatMap(({ id, events }) => events.map((event) => ({ ...event, listing_id: id })))),
)

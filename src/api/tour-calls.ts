import * as v from 'valibot'
import { type AvailabilityPreview, availabilityPreviewSchema } from '#core/contract/tour.ts'
import type { TourPreferences } from '#core/contract/tour-preferences.ts'
import type { AbortSignalLike } from '#core/sync/ports.ts'
import { type AccountAnswer, toAccountAnswer, bodyParser } from './account-answer.ts'
import { pageHttpClient } from './page-http-client.ts'
import type { HttpClient } from './http-client.ts'

export type PreviewRequest = {
  tour_date: string
  selected_listings: number[]
  preferences: TourPreferences
}

const figure = v.optional(v.nullable(v.number()), null)

const routeSchema = v.object({
  total_distance_km: figure,
  efficiency_score: figure,
  optimized_order: v.optional(
    v.array(v.object({ listing_id: v.union([v.number(), v.string()]), address: v.optional(v.string(), '') })),
    [],
  ),
  error: v.optional(v.nullable(v.string()), null),
})
/** The order in which a plain server would visit the homes, and the length of that route. */
export type ServerRoute = v.InferOutput<typeof routeSchema>

export async function readTourPreviews(
  { tour_date, ...route }: PreviewRequest,
  signal: AbortSignalLike,
): Promise<{ slots: AccountAnswer<AvailabilityPreview>; route: AccountAnswer<ServerRoute> }> {
  const [slots, ordered] = await Promise.all([
    requestPreview('availability-preview', { tour_date, ...route }, signal),
    requestPreview('route-optimization-preview', route, signal),
  ])
  return {
    slots: toAccountAnswer(slots, bodyParser(availabilityPreviewSchema)),
    route: toAccountAnswer(ordered, bodyParser(routeSchema)),
  }
}

function requestPreview(preview: string, fields: object, signal: AbortSignalLike) {
  return pageHttpClient()({ method: 'POST', path: `tours/tours/${preview}/`, body: JSON.stringify(fields), signal })
}

type ReceivedListingEvent = {
  listing_id: number
  type: 'showing' | 'open_house'
  start_time: string
  end_time: string
  /** True if this agent's own event; false if another agent's. */
  is_own: boolean
}

/** Requests the showings and open houses at these listings on a date; empty if the server does not list them. */
export async function readListingEvents(
  date: string,
  ids: readonly number[],
  signal: AbortSignal,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<ReceivedListingEvent[]>> {
  const query = new URLSearchParams({ tour_date: date, ids: ids.join(','), page_size: String(ids.length) })
  const answer = await client({ method: 'GET', path: `listings/available/?${query}`, signal })
  return toAccountAnswer(answer, bodyParser(listSchema))
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

import * as v from 'valibot'
import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'
import { type AccountAnswer, toAccountAnswer, bodyParser } from './account-answer.ts'

/** Returns a listing's statistics of the last seven days. `today` is the agent's date, which may differ from the server's. */
export async function readListingDashboard(
  listingId: number,
  today: string,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<ListingDashboard>> {
  const answer = await client({ method: 'GET', path: `listings/${listingId}/dashboard/?today=${today}` })
  return toAccountAnswer(answer, bodyParser(dashboardSchema))
}

const figures = v.optional(v.array(v.number()), [])
/** For each day, whether its figure is recorded; a figure that is not recorded is 0. */
const areRecorded = v.array(v.boolean())

const exposureSchema = v.object({
  platforms: v.optional(v.array(v.string()), []),
  daily_data: v.optional(
    v.record(
      v.string(),
      v.object({
        dates: v.array(v.string()),
        views: figures,
        likes: figures,
        saves: figures,
        recorded: v.fallback(
          v.nullish(v.object({ views: areRecorded, likes: areRecorded, saves: areRecorded }), null),
          null,
        ),
      }),
    ),
    {},
  ),
})

const weekEntries = {
  period: v.object({ start_date: v.string(), end_date: v.string() }),
  statistics: v.object({
    showings_count: v.number(),
    open_houses_count: v.number(),
    visitors_count: v.number(),
    exposure_stats: v.optional(exposureSchema, {}),
  }),
}

const priceChange = v.object({ at: v.string(), from: v.number(), to: v.number() })

const dashboardSchema = v.object({
  listing_address: v.optional(v.string(), ''),
  ...weekEntries,
  // Only our server sends these fields. If one is missing or invalid it is null, and the page shows the others.
  previous: v.fallback(v.nullish(v.object(weekEntries), null), null),
  listing_price: v.fallback(v.nullish(v.number(), null), null),
  price_changes: v.fallback(v.nullish(v.array(priceChange), null), null),
  version: v.fallback(v.nullish(v.number(), null), null),
  as_of: v.fallback(v.nullish(v.string(), null), null),
})

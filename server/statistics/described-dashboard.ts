import * as v from 'valibot'
import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'

const counts = v.array(v.number())
const flags = v.array(v.boolean())

const week = {
  period: v.object({ start_date: v.string(), end_date: v.string() }),
  statistics: v.object({
    showings_count: v.number(),
    open_houses_count: v.number(),
    visitors_count: v.number(),
    exposure_stats: v.object({
      platforms: v.array(v.string()),
      daily_data: v.record(
        v.string(),
        v.object({
          dates: v.array(v.string()),
          views: counts,
          likes: counts,
          saves: counts,
          recorded: v.object({ views: flags, likes: flags, saves: flags }),
        }),
      ),
    }),
  }),
}

/** The schema of the response, for the API description; `ListingDashboard` explains the fields. */
export const listingDashboardSchema = v.object({
  ...week,
  listing_address: v.string(),
  previous: v.object(week),
  listing_price: v.number(),
  version: v.number(),
  as_of: v.string(),
  price_changes: v.array(v.object({ at: v.string(), from: v.number(), to: v.number() })),
}) satisfies v.GenericSchema<ListingDashboard>

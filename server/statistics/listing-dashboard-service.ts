import { sql } from 'kysely'
import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import { exposureStatsOf } from '#core/domain/exposure/exposure-charts.ts'
import { pastWeekOf, weekBefore } from '#core/domain/time/calendar-days.ts'
import type { Database } from '#server/database/connect.ts'
import { notFound, RefusedRequest } from '#server/problem-responses.ts'
import { readAgentVersion } from '#server/sync/changes-repository.ts'
import { readListingWeek, readPriceChanges } from './listing-dashboard-repository.ts'

/** The statistics of a listing for the past week, and for the week before it. Throws 404 for a listing of another agent. */
export async function listingDashboard(
  { db }: Pick<Database, 'db'>,
  agentId: number,
  listingId: number,
  today: string,
): Promise<ListingDashboard> {
  // Read before the figures: a device adds its own readings with a higher version, also one that the server stores between the two reads.
  const version = await readAgentVersion(db, agentId)
  const [week, previous] = await Promise.all(
    [pastWeekOf(today), weekBefore(today)].map(async ({ dates, ...period }) => {
      const found = await readListingWeek(db, agentId, listingId, period)
      if (found === undefined) throw new RefusedRequest(notFound())
      const { listing_address, listing_price, exposure, ...counts } = found
      const statistics = { ...counts, exposure_stats: exposureStatsOf(exposure, dates) }
      return { listing_address, listing_price, period, statistics }
    }),
  )
  const { period, statistics } = previous!
  const price_changes = await readPriceChanges(db, agentId, listingId)
  const as_of = await readTime(db)
  return { ...week!, previous: { period, statistics }, price_changes, version, as_of }
}

/** Returns the database's time. Devices date their next readings later than this, even if their clocks are slow. */
async function readTime(db: Database['db']): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0]?.now ?? new Date()).toISOString()
}

import { type FeedPlace, feedFact, sweepFact } from '#core/sync/fact-names.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

/**
 * Whether this device has ever fetched all of the agent's listings and clients: by the change feed to its end or by whole
 * lists. Until then an empty table means nothing, and a full one may not be all.
 */
export async function hasFetched(database: DeviceDatabase): Promise<boolean> {
  const [feed, ...sweeps] = await database.facts.bulkGet([feedFact, sweepFact('listing'), sweepFact('client')])
  if (feed !== undefined) return (feed.value as FeedPlace).isArriving !== true
  return sweeps.every((sweep) => sweep !== undefined)
}

import { feedFact } from '#core/sync/fact-names.ts'
import type { DeviceDatabase } from './device-database.ts'

/**
 * Whether this device has ever fetched the agent's records: by the change feed or by whole lists. Until then an empty
 * table means nothing.
 */
export async function hasFetched(database: DeviceDatabase): Promise<boolean> {
  if ((await database.facts.get(feedFact)) !== undefined) return true
  return (await database.facts.where('name').startsWith('sweep').count()) > 0
}

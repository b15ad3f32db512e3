import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useIsPlainServer } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { useFetchedVisits } from '#state/visit-loads.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { keysOfHomesToShow } from '#storage/homes/homes-to-show.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

/** True if the listings, or the events of these days, could not be loaded. Only a plain server needs fetches of events; the feed has all. */
export function useHaveEventsFailed(days: { first: string; last: string }): boolean {
  const hasFailed = useSession(({ areas }) => areas.listings.error !== null)
  const isPlain = useIsPlainServer()
  const load = useFetchedVisits(useActiveListingKeys(isPlain), days)
  return hasFailed || load === 'failed'
}

const noKeys: LocalKey[] = []

/** The agent's own listings that are For Sale or Pending; empty while `isWanted` is false. */
function useActiveListingKeys(isWanted: boolean): LocalKey[] {
  const { database } = useDevice()
  const keys = useLiveQuery(async () => {
    if (!isWanted) return noKeys
    // `anyOf` would use a cursor, which is slow for ten thousand listings.
    const ofEach = activeStatuses.map((status) => database.listings.where('status').equals(status).primaryKeys())
    const [others, ...keys] = await Promise.all([keysOfHomesToShow(database), ...ofEach])
    return keys.flat().filter((key) => !others.has(key))
  }, [database, isWanted])
  return keys ?? noKeys
}

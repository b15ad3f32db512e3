import type { EntityName } from '#core/sync/entities.ts'
import { type FeedPlace, feedFact, sweepFact } from '#core/sync/fact-names.ts'
import { useDevice } from './device-context.tsx'
import { useLiveQuery } from './use-live-query.ts'

/**
 * True while this device has never heard all that the server has of these records: an empty list then does not mean
 * that there are none. `undefined` until it is known.
 */
export function useIsFirstLoad(entity: EntityName): boolean | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const [feed, sweep] = await database.facts.bulkGet([feedFact, sweepFact(entity)])
    if (sweep !== undefined) return false
    return feed === undefined || (feed.value as FeedPlace).isArriving === true
  }, [database, entity])
}

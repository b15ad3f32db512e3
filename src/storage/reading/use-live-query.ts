import { useObservable } from 'dexie-react-hooks'
import { liveQuery } from './live-query.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { feedPlaceMetadataKey, type FeedPlace, fullPullMetadataKey } from '#core/sync/metadata-keys.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { useDevice } from '#storage/device/device-context.tsx'

/** Returns the result of `read`, updated when the data changes in this tab or another; `undefined` until the first result. */
export function useLiveQuery<Answer>(
  read: () => Promise<Answer> | Answer,
  dependencies: unknown[],
): Answer | undefined {
  return useObservable<Answer>(() => liveQuery(read), dependencies)
}

/**
 * Returns true until this device has fetched all records of this kind: until then, an empty list does not mean that there are none.
 * `rereadOn` is the state of the exchange: after it changes, a previous true is not returned until it has been read again (`undefined`).
 */
export function useIsFirstLoad(entity: EntityName, rereadOn: string = ''): boolean | undefined {
  const { database } = useDevice()
  const read = useLiveQuery(
    async () => ({ rereadOn, isFirst: await isFirstLoad(database, entity) }),
    [database, entity, rereadOn],
  )
  return read?.isFirst === true && read.rereadOn !== rereadOn ? undefined : read?.isFirst
}

/** True until the kind was pulled as a whole, or the feed was read to its end; while it is read for the first time, `isArriving` is true. */
export async function isFirstLoad(database: DeviceDatabase, entity: EntityName): Promise<boolean> {
  const [feed, fullPull] = await database.facts.bulkGet([feedPlaceMetadataKey, fullPullMetadataKey(entity)])
  if (fullPull !== undefined) return false
  return feed === undefined || (feed.value as FeedPlace).isArriving === true
}

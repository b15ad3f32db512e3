import { useObservable } from 'dexie-react-hooks'
import { liveQuery } from './live-query.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { feedFact, type FeedPlace, fullPullFact } from '#core/sync/metadata-keys.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { useDevice } from '#storage/device/device-context.tsx'

/** Reads the device database, and again when the data changes in this tab or another; `undefined` until the first result. */
export function useLiveQuery<Answer>(
  read: () => Promise<Answer> | Answer,
  dependencies: unknown[],
): Answer | undefined {
  return useObservable<Answer>(() => liveQuery(read), dependencies)
}

/**
 * True until this device has fetched all records of this kind: an empty list then does not mean that there are none.
 * `undefined` until that is known. A new `moment` reads again; a false result stays valid in between.
 */
export function useIsFirstLoad(entity: EntityName, moment: string = ''): boolean | undefined {
  const { database } = useDevice()
  const read = useLiveQuery(
    async () => ({ moment, isFirst: await isFirstLoad(database, entity) }),
    [database, entity, moment],
  )
  return read?.isFirst === true && read.moment !== moment ? undefined : read?.isFirst
}

export async function isFirstLoad(database: DeviceDatabase, entity: EntityName): Promise<boolean> {
  const [feed, sweep] = await database.facts.bulkGet([feedFact, fullPullFact(entity)])
  if (sweep !== undefined) return false
  return feed === undefined || (feed.value as FeedPlace).isArriving === true
}

import { useObservable } from 'dexie-react-hooks'
import { liveQuery } from './live-query.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { feedFact, type FeedPlace, fullPullFact } from '#core/sync/fact-names.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { useDevice } from '#storage/device/device-context.tsx'

/** Reads the device's database and reads again when what it read has changed, in this tab or another; `undefined` until then. */
export function useLiveQuery<Answer>(
  read: () => Promise<Answer> | Answer,
  dependencies: unknown[],
): Answer | undefined {
  return useObservable<Answer>(() => liveQuery(read), dependencies)
}

/**
 * True while this device has never heard all that the server has of these records: an empty list then does not mean
 * that there are none. `undefined` until it is known. It is read anew whenever `moment` changes; what was heard once stays
 * known meanwhile.
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

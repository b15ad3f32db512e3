import { activeStatuses } from '#core/domain/listing-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from './device-context.tsx'
import { useLiveQuery } from './use-live-query.ts'

const none: LocalKey[] = []

/** The listings that are For Sale or Pending; none while they are not wanted. */
export function useActiveListingKeys(isWanted: boolean): LocalKey[] {
  const { database } = useDevice()
  const keys = useLiveQuery(
    () =>
      isWanted
        ? database.listings
            .where('status')
            .anyOf([...activeStatuses])
            .primaryKeys()
        : none,
    [database, isWanted],
  )
  return keys ?? none
}

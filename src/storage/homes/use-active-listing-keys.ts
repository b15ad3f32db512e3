import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { keysOfHomesToShow } from './homes-to-show.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

const none: LocalKey[] = []

/** The agent's own listings that are For Sale or Pending; empty while `isWanted` is false. */
export function useActiveListingKeys(isWanted: boolean): LocalKey[] {
  const { database } = useDevice()
  const keys = useLiveQuery(async () => {
    if (!isWanted) return none
    // `anyOf` would use a cursor, which is slow for ten thousand listings.
    const ofEach = activeStatuses.map((status) => database.listings.where('status').equals(status).primaryKeys())
    const [others, ...keys] = await Promise.all([keysOfHomesToShow(database), ...ofEach])
    return keys.flat().filter((key) => !others.has(key))
  }, [database, isWanted])
  return keys ?? none
}

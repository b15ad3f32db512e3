import { nextOpenHouse } from '#core/domain/visits/next-open-house.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { OpenHouseRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'

/** The listing's open house of today, else the next one; null when none is left. */
export function useNextOpenHouse(listingKey: LocalKey): OpenHouseRow | null {
  const { database } = useDevice()
  const now = useMinute()
  const all = useLiveQuery(
    () => database.open_houses.where('listing_key').equals(listingKey).toArray(),
    [database, listingKey],
  )
  if (all === undefined) return null
  return nextOpenHouse(all, now) ?? nextOpenHouse(all, { ...now, minutesNow: 0 })
}

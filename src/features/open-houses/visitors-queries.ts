import { nextOpenHouse } from '#core/domain/next-open-house.ts'
import { dateOfInstant, minutesOfInstant } from '#core/domain/wall-clock.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { OpenHouseRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

/** The listing's open house of today, else the next one; null when none is left. */
export function useNextOpenHouse(listingKey: LocalKey): OpenHouseRow | null {
  const { database, clock } = useDevice()
  const today = dateOfInstant(clock.now())
  const next = useLiveQuery(async () => {
    const ahead = await database.open_houses
      .where('listing_key')
      .equals(listingKey)
      .filter(({ date }) => date >= today)
      .toArray()
    const now = { today, minutesNow: minutesOfInstant(clock.now()) }
    return nextOpenHouse(ahead, now) ?? nextOpenHouse(ahead, { today, minutesNow: 0 })
  }, [database, clock, listingKey, today])
  return next ?? null
}

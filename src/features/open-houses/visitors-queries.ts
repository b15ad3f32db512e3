import { dateOfInstant } from '#core/domain/wall-clock.ts'
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
    const sorted = ahead.toSorted((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1))
    return sorted.find((house) => !isOver(house, clock.now())) ?? sorted[0] ?? null
  }, [database, clock, listingKey, today])
  return next ?? null
}

function momentOf({ date, start_time }: OpenHouseRow): string {
  return `${date} ${start_time}`
}

/** By the clock of this device, which stands in the house. */
function isOver({ date, end_time }: OpenHouseRow, nowMs: number): boolean {
  return new Date(`${date}T${end_time}`).getTime() < nowMs
}

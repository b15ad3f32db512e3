import { dateOfInstant, soonestFirst } from '#core/domain/wall-clock.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ShowingRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

/** The showings of a listing, the next one on top and what is over below; `undefined` until they are read. */
export function useShowings(listingKey: LocalKey): ShowingRow[] | undefined {
  const { database, clock } = useDevice()
  return useLiveQuery(async () => {
    const showings = await database.showings.where('listing_key').equals(listingKey).toArray()
    return showings.toSorted(soonestFirst(whenOf, dateOfInstant(clock.now())))
  }, [database, clock, listingKey])
}

function whenOf({ showing_date, start_time }: ShowingRow) {
  return { date: showing_date, time: start_time }
}

import { soonestFirst } from '#core/domain/visits/soonest-first.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { OpenHouseRow, OpenHouseVisitRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'

export type OpenHouseWithVisitors = { openHouse: OpenHouseRow; visitors: OpenHouseVisitRow[] }

/**
 * The open houses of a listing, the next one on top and what is over below, each with who came, the last one on top;
 * `undefined` until they are read.
 */
export function useOpenHouses(listingKey: LocalKey): OpenHouseWithVisitors[] | undefined {
  const { database } = useDevice()
  const { today } = useMinute()
  return useLiveQuery(async () => {
    const [openHouses, visitors] = await Promise.all([
      database.open_houses.where('listing_key').equals(listingKey).toArray(),
      database.open_house_visits.where('listing_key').equals(listingKey).toArray(),
    ])
    return openHouses
      .toSorted(soonestFirst(({ date, start_time }) => ({ date, time: start_time }), today))
      .map((openHouse) => ({
        openHouse,
        visitors: visitors.filter(({ open_house_key }) => open_house_key === openHouse.key).toSorted(lastOnTop),
      }))
  }, [database, listingKey, today])
}

/** Whom the agent wrote down has no time, and stands below. */
function lastOnTop(one: OpenHouseVisitRow, other: OpenHouseVisitRow): number {
  return (other.signed_in_at ?? '').localeCompare(one.signed_in_at ?? '')
}

/** The open houses and their visitors, by kind and key. */
export function recordsOf(openHouses: readonly OpenHouseWithVisitors[]): (readonly [EntityName, LocalKey])[] {
  return openHouses.flatMap(({ openHouse, visitors }) => [
    ['open_house', openHouse.key] as const,
    ...visitors.map(({ key }) => ['open_house_visit', key] as const),
  ])
}

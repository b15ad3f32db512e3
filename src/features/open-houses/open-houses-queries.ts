import { soonestFirst } from '#core/domain/visits/open-house-order.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { OpenHouseRow, OpenHouseVisitRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { useSyncExternalStore } from 'react'
import type { OutboxMark } from '#storage/outbox/outbox-marks.ts'

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

type OpenHouseMark = {
  /** The mark of the open house, or else of one of its visitors; null when the office has everything. */
  mark: OutboxMark | null
  /** "1 visitor waiting"; null unless only visitors wait. */
  note: string | null
}

/** What is true of the unsent work on an open house and its visitors, apart from the rows themselves. */
export function useOpenHouseMark(openHouseKey: LocalKey, visitorKeys: readonly LocalKey[]): OpenHouseMark {
  const { marks } = useDevice()
  // A text, so that only a changed mark draws the row again.
  const summary = useSyncExternalStore(marks.subscribe, () => {
    const waiting = visitorKeys.map((key) => marks.markOf('open_house_visit', key)).filter((mark) => mark !== null)
    return [marks.markOf('open_house', openHouseKey) ?? '', waiting[0] ?? '', waiting.length].join('|')
  })
  const [ofOpenHouse, ofVisitors, count] = summary.split('|') as [OutboxMark | '', OutboxMark | '', string]
  if (ofOpenHouse !== '') return { mark: ofOpenHouse, note: null }
  if (ofVisitors === '') return { mark: null, note: null }
  return { mark: ofVisitors, note: count === '1' ? '1 visitor waiting' : `${count} visitors waiting` }
}

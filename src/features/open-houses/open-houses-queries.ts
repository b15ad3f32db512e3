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

/** Returns a listing's open houses, the next one first and past ones last, each with its visitors, the latest first. */
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
        visitors: visitors.filter(({ open_house_key }) => open_house_key === openHouse.key).toSorted(byLatest),
      }))
  }, [database, listingKey, today])
}

/** Visitors added by the agent have no time and come last. */
function byLatest(one: OpenHouseVisitRow, other: OpenHouseVisitRow): number {
  return (other.signed_in_at ?? '').localeCompare(one.signed_in_at ?? '')
}

/** Returns the kind and local key of each open house and each visitor. */
export function recordsOfOpenHouses(openHouses: readonly OpenHouseWithVisitors[]): (readonly [EntityName, LocalKey])[] {
  return openHouses.flatMap(({ openHouse, visitors }) => [
    ['open_house', openHouse.key] as const,
    ...visitors.map(({ key }) => ['open_house_visit', key] as const),
  ])
}

type OpenHouseMark = {
  /** The status mark of the open house, or else of a visitor; null if the server has everything. */
  mark: OutboxMark | null
  /** "1 visitor waiting", if the open house itself is sent and visitors are not; otherwise null. */
  note: string | null
}

export function useOpenHouseMark(openHouseKey: LocalKey, visitorKeys: readonly LocalKey[]): OpenHouseMark {
  const { marks } = useDevice()
  // A string, so that the row renders only when it changes.
  const summary = useSyncExternalStore(marks.subscribe, () => {
    const waiting = visitorKeys.map((key) => marks.markOf('open_house_visit', key)).filter((mark) => mark !== null)
    return [marks.markOf('open_house', openHouseKey) ?? '', waiting[0] ?? '', waiting.length].join('|')
  })
  const [ofOpenHouse, ofVisitors, count] = summary.split('|') as [OutboxMark | '', OutboxMark | '', string]
  if (ofOpenHouse !== '') return { mark: ofOpenHouse, note: null }
  if (ofVisitors === '') return { mark: null, note: null }
  return { mark: ofVisitors, note: count === '1' ? '1 visitor waiting' : `${count} visitors waiting` }
}

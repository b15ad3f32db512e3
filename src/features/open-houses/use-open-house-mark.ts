import { useSyncExternalStore } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { OutboxMark } from '#storage/outbox/outbox-marks.ts'

export type OpenHouseMark = {
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

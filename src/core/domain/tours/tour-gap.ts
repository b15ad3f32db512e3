import { secondsOfDay, timeOfSeconds } from '#core/domain/time/seconds-of-day.ts'
import { inOrder, stopTimes, type TimedStop } from './timed-stop.ts'
import type { TourLunch } from './tour-timeline.ts'

/** A shorter break is a part of one trip. */
const leastMinutes = 120

/** Time between two stops in which nothing is done for the tour, neither driving nor lunch. */
export type TourGap = { start_time: string; end_time: string; minutes: number }

/** The longest gap that makes two trips of a tour; null where there is none, or the stops have no times. */
export function gapInTour(stops: readonly TimedStop[], lunch: TourLunch): TourGap | null {
  const timed = inOrder(stops).map((stop) => ({ stop, times: stopTimes(stop) }))
  const gaps = timed.flatMap(({ stop, times }, index): TourGap[] => {
    const before = timed[index - 1]?.times
    if (!before || !times) return []
    const [from, to] = [secondsOfDay(before.departure), secondsOfDay(times.begins) - (stop.drive_minutes ?? 0) * 60]
    const minutes = Math.round((to - from - restWithin(lunch, from, to)) / 60)
    return minutes < leastMinutes ? [] : [{ start_time: before.departure, end_time: timeOfSeconds(to), minutes }]
  })
  return gaps.toSorted((one, other) => other.minutes - one.minutes)[0] ?? null
}

function restWithin(lunch: TourLunch, from: number, to: number): number {
  if (!lunch) return 0
  return Math.max(0, Math.min(secondsOfDay(lunch.end_time), to) - Math.max(secondsOfDay(lunch.start_time), from))
}

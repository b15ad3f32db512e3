import type { RunStop } from './tour-run.ts'
import { isEatenBefore, isRoomAfter, type TimedStop, type TimelineEntry, type TourLunch } from './tour-timeline.ts'
import { secondsOfDay, timeOfSeconds } from './wall-clock.ts'

/**
 * A tour under way from its first door to its last: its stops, the drives between those that are not skipped, and lunch
 * where it has moved to.
 */
export function runTimeline<Stop extends TimedStop>(
  run: readonly RunStop<Stop>[],
  lunch: TourLunch,
): TimelineEntry<Stop>[] {
  const entries: TimelineEntry<Stop>[] = []
  let due = lunch ?? null
  let before: RunStop<Stop> | null = null
  for (const stop of run) {
    if (stop.state !== 'skipped') {
      const here = due !== null && isEatenBefore(due, stop.stop) && !isEarlier(stop, due) ? due : null
      const isDriveFirst = here !== null && stop.drive !== null && !isRoomAfter(here, stop.stop, stop.drive.minutes)
      const meal = here === null ? null : lunchAfter(before, here, isDriveFirst ? (stop.drive?.minutes ?? 0) : 0)
      const eats = meal === null ? [] : [meal]
      const drives = before === null ? [] : driveTo(before, stop, meal)
      entries.push(...(isDriveFirst ? [...drives, ...eats] : [...eats, ...drives]))
      if (here !== null) due = null
      before = stop
    }
    entries.push({ kind: 'stop', stop: stop.stop })
  }
  if (due !== null) entries.push(lunchAfter(before, due, 0))
  return entries
}

/** When lunch is under way; null when the tour has none. */
export function lunchOfRun<Stop extends TimedStop>(run: readonly RunStop<Stop>[], lunch: TourLunch): TourLunch {
  return runTimeline(run, lunch).find((entry) => entry.kind === 'lunch') ?? null
}

/** Who was at a home before lunch was to begin eats behind it. */
function isEarlier({ state, arrival }: RunStop<unknown>, { start_time }: NonNullable<TourLunch>): boolean {
  return (state === 'here' || state === 'left') && secondsOfDay(arrival) < secondsOfDay(start_time)
}

/** Who is late eats later, and as long. */
function lunchAfter(before: RunStop<unknown> | null, { start_time, end_time }: NonNullable<TourLunch>, drive: number) {
  const planned = secondsOfDay(start_time)
  const start = before === null ? planned : Math.max(planned, secondsOfDay(before.departure) + drive * 60)
  return {
    kind: 'lunch' as const,
    start_time: timeOfSeconds(start),
    end_time: timeOfSeconds(start + secondsOfDay(end_time) - planned),
  }
}

function driveTo(before: RunStop<unknown>, stop: RunStop<unknown>, meal: TourLunch): TimelineEntry<never>[] {
  if (stop.drive === null) return []
  const gap = minutesBetween(before.departure, stop.arrival)
  const isEatenOnTheWay = meal && secondsOfDay(meal.start_time) < secondsOfDay(stop.arrival)
  const needed = stop.drive.minutes + (isEatenOnTheWay ? minutesBetween(meal.start_time, meal.end_time) : 0)
  const shortMinutes = stop.state === 'coming' ? Math.max(0, Math.round(needed - gap - 1)) : 0
  return [{ kind: 'drive', to: stop.name, ...stop.drive, shortMinutes }]
}

function minutesBetween(from: string, to: string): number {
  return (secondsOfDay(to) - secondsOfDay(from)) / 60
}

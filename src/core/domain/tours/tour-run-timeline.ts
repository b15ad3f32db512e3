import { leavingFor } from '#core/domain/travel/leave-by.ts'
import type { RunStop } from './tour-run.ts'
import { byTimes, ownHalt, type OwnVisit } from './tour-halts.ts'
import { type TimedStop } from './timed-stop.ts'
import {
  isLunchBefore,
  fitsDriveAfterLunch,
  plannedDrive,
  type TimelineEntry,
  type TourLunch,
} from './tour-timeline.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/wall-clock.ts'

/** The timeline of a tour in progress, with drives between the stops not skipped and lunch at its new time. */
export function runTimeline<Stop extends TimedStop>(
  run: readonly RunStop<Stop>[],
  lunch: TourLunch,
  own: readonly OwnVisit[] = [],
): TimelineEntry<Stop>[] {
  const entries: TimelineEntry<Stop>[] = []
  let due = lunch ?? null
  let before: Way | null = null
  let eaten: Lunch | null = null
  for (const { entry, way } of waysOf(run, own)) {
    if (way === null) {
      // A visit without a place happens where the agent already is, and so does a lunch before it.
      if (due !== null && entry.kind === 'own' && byTimes(due, entry.visit) <= 0) {
        eaten = lunchAfter(before, due, 0)
        entries.push(eaten)
        due = null
      }
    } else {
      const here = due !== null && isLunchBefore(due, way.stop) && !isEarlier(way, due) ? due : null
      const isDriveFirst =
        here !== null && way.drive !== null && !fitsDriveAfterLunch(here, way.stop, way.drive.minutes)
      const meal = here === null ? null : lunchAfter(before, here, isDriveFirst ? (way.drive?.minutes ?? 0) : 0)
      const eats = meal === null ? [] : [meal]
      const drives = before === null ? [] : driveTo(before, way, meal ?? eaten)
      entries.push(...(isDriveFirst ? [...drives, ...eats] : [...eats, ...drives]))
      if (here !== null) due = null
      eaten = null
      before = way
    }
    entries.push(entry)
  }
  if (due !== null) entries.push(lunchAfter(before, due, 0))
  return entries
}

/** The timeline of an ended tour: without a lunch that would have come after the last home. */
export function endedTimeline<Stop extends TimedStop>(
  run: readonly RunStop<Stop>[],
  lunch: TourLunch,
  own: readonly OwnVisit[] = [],
): TimelineEntry<Stop>[] {
  const ends = Math.max(0, ...run.flatMap(({ state, departure }) => (state === 'left' ? secondsOfDay(departure) : [])))
  return runTimeline(run, lunch, own).filter((entry) => entry.kind !== 'lunch' || secondsOfDay(entry.start_time) < ends)
}

type Lunch = Extract<TimelineEntry<never>, { kind: 'lunch' }>

type Way = Pick<RunStop<TimedStop>, 'stop' | 'name' | 'state' | 'arrival' | 'departure' | 'drive'> & {
  /** Only of an own visit: where the next drive starts. */
  from?: TimedStop
}

/** The stops with the own visits between them by time; `way` is null for an entry without a drive. */
function waysOf<Stop extends TimedStop>(run: readonly RunStop<Stop>[], own: readonly OwnVisit[]) {
  const ways: { entry: TimelineEntry<Stop>; way: Way | null }[] = []
  const left = own.toSorted(byTimes)
  let before: Way | null = null
  const visitUntil = (time: string) => {
    while (left[0] !== undefined && secondsOfDay(left[0].start_time) < secondsOfDay(time)) {
      const visit = left.shift()!
      const way: Way | null = visit.place === null ? null : wayToOwn(visit, before)
      ways.push({ entry: { kind: 'own', visit }, way })
      before = way ?? before
    }
  }
  for (const stop of run) {
    const isSkipped = stop.state === 'skipped'
    if (!isSkipped) visitUntil(stop.begins)
    const way: Way | null = isSkipped ? null : { ...stop, drive: driveFrom(before, stop) }
    ways.push({ entry: { kind: 'stop', stop: stop.stop }, way })
    before = way ?? before
  }
  visitUntil('24:00')
  return ways
}

function wayToOwn(visit: OwnVisit, before: Way | null): Way {
  const { at, from } = ownHalt(visit)
  const times = { arrival: visit.start_time, departure: visit.end_time }
  return {
    stop: at,
    from,
    name: visit.key,
    state: 'coming',
    ...times,
    drive: before && plannedDrive(before.from ?? before.stop, at),
  }
}

/** A stop's stored drive starts at a home; from an own visit it is estimated. */
function driveFrom(before: Way | null, { stop, drive }: RunStop<TimedStop>): Way['drive'] {
  return before?.from ? plannedDrive(before.from, { ...stop, drive_minutes: null }) : drive
}

/** Lunch at the time to which the run has moved it; null if the tour has none. */
export function lunchOfRun<Stop extends TimedStop>(run: readonly RunStop<Stop>[], lunch: TourLunch): TourLunch {
  return runTimeline(run, lunch).find((entry) => entry.kind === 'lunch') ?? null
}

/** The agent was at this home before lunch was due, so lunch follows the visit. */
function isEarlier({ state, arrival }: Way, { start_time }: NonNullable<TourLunch>): boolean {
  return (state === 'here' || state === 'left') && secondsOfDay(arrival) < secondsOfDay(start_time)
}

/** A delay moves lunch but does not shorten it. */
function lunchAfter(before: Way | null, { start_time, end_time }: NonNullable<TourLunch>, drive: number) {
  const planned = secondsOfDay(start_time)
  const start = before === null ? planned : Math.max(planned, secondsOfDay(before.departure) + drive * 60)
  return {
    kind: 'lunch' as const,
    start_time: timeOfSeconds(start),
    end_time: timeOfSeconds(start + secondsOfDay(end_time) - planned),
  }
}

function driveTo(before: Way, stop: Way, meal: TourLunch): TimelineEntry<never>[] {
  if (stop.drive === null) return []
  const isEatenOnTheWay = meal && secondsOfDay(meal.start_time) < secondsOfDay(stop.arrival)
  const rested = isEatenOnTheWay ? secondsOfDay(meal.end_time) - secondsOfDay(meal.start_time) : 0
  const times = { start: secondsOfDay(stop.arrival), takenUntil: secondsOfDay(before.departure) + rested }
  const { minutes, missingMinutes } = leavingFor({ ...times, minutes: stop.drive.minutes })
  if (stop.state !== 'coming') return [{ kind: 'drive', to: stop.name, ...stop.drive, shortMinutes: 0 }]
  return [{ kind: 'drive', to: stop.name, ...stop.drive, minutes, shortMinutes: missingMinutes }]
}

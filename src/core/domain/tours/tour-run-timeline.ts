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

/** Returns the timeline of a tour in progress: stops, own visits between them, drives (none to a skipped stop), and lunch as the run has moved it. */
export function runTimeline<Stop extends TimedStop>(
  run: readonly RunStop<Stop>[],
  lunch: TourLunch,
  own: readonly OwnVisit[] = [],
): TimelineEntry<Stop>[] {
  const entries: TimelineEntry<Stop>[] = []
  let pendingLunch = lunch ?? null
  let previous: HaltWithDrive | null = null
  let lunchSinceHalt: Lunch | null = null
  for (const { entry, halt } of haltsOf(run, own)) {
    if (halt === null) {
      // A visit without a place happens where the agent already is, and so does a lunch before it.
      if (pendingLunch !== null && entry.kind === 'own' && byTimes(pendingLunch, entry.visit) <= 0) {
        lunchSinceHalt = lunchAfter(previous, pendingLunch, 0)
        entries.push(lunchSinceHalt)
        pendingLunch = null
      }
    } else {
      const lunchHere =
        pendingLunch !== null && isLunchBefore(pendingLunch, halt.stop) && !wasVisitedBefore(halt, pendingLunch)
          ? pendingLunch
          : null
      const isDriveFirst =
        lunchHere !== null && halt.drive !== null && !fitsDriveAfterLunch(lunchHere, halt.stop, halt.drive.minutes)
      const lunchEntry =
        lunchHere === null ? null : lunchAfter(previous, lunchHere, isDriveFirst ? (halt.drive?.minutes ?? 0) : 0)
      const lunchEntries = lunchEntry === null ? [] : [lunchEntry]
      const drives = previous === null ? [] : driveTo(previous, halt, lunchEntry ?? lunchSinceHalt)
      entries.push(...(isDriveFirst ? [...drives, ...lunchEntries] : [...lunchEntries, ...drives]))
      if (lunchHere !== null) pendingLunch = null
      lunchSinceHalt = null
      previous = halt
    }
    entries.push(entry)
  }
  if (pendingLunch !== null) entries.push(lunchAfter(previous, pendingLunch, 0))
  return entries
}

/** Returns the timeline of an ended tour, without a lunch that would have come after the last visited home. */
export function endedTimeline<Stop extends TimedStop>(
  run: readonly RunStop<Stop>[],
  lunch: TourLunch,
  own: readonly OwnVisit[] = [],
): TimelineEntry<Stop>[] {
  const ends = Math.max(0, ...run.flatMap(({ state, departure }) => (state === 'left' ? secondsOfDay(departure) : [])))
  return runTimeline(run, lunch, own).filter((entry) => entry.kind !== 'lunch' || secondsOfDay(entry.start_time) < ends)
}

type Lunch = Extract<TimelineEntry<never>, { kind: 'lunch' }>

type HaltWithDrive = Pick<RunStop<TimedStop>, 'stop' | 'name' | 'state' | 'arrival' | 'departure' | 'drive'> & {
  /** Where the next drive starts, after an own visit that may end at another place. Absent for a stop. */
  from?: TimedStop
}

/** Returns the stops with the own visits between them, by time. `halt` is null for a skipped stop or a visit without a place. */
function haltsOf<Stop extends TimedStop>(run: readonly RunStop<Stop>[], own: readonly OwnVisit[]) {
  const halts: { entry: TimelineEntry<Stop>; halt: HaltWithDrive | null }[] = []
  const remaining = own.toSorted(byTimes)
  let previous: HaltWithDrive | null = null
  const addVisitsBefore = (time: string) => {
    while (remaining[0] !== undefined && secondsOfDay(remaining[0].start_time) < secondsOfDay(time)) {
      const visit = remaining.shift()!
      const halt: HaltWithDrive | null = visit.place === null ? null : ownVisitHalt(visit, previous)
      halts.push({ entry: { kind: 'own', visit }, halt })
      previous = halt ?? previous
    }
  }
  for (const stop of run) {
    const isSkipped = stop.state === 'skipped'
    if (!isSkipped) addVisitsBefore(stop.begins)
    const halt: HaltWithDrive | null = isSkipped ? null : { ...stop, drive: driveFrom(previous, stop) }
    halts.push({ entry: { kind: 'stop', stop: stop.stop }, halt })
    previous = halt ?? previous
  }
  addVisitsBefore('24:00')
  return halts
}

function ownVisitHalt(visit: OwnVisit, previous: HaltWithDrive | null): HaltWithDrive {
  const { at, from } = ownHalt(visit)
  const times = { arrival: visit.start_time, departure: visit.end_time }
  return {
    stop: at,
    from,
    name: visit.key,
    state: 'coming',
    ...times,
    drive: previous && plannedDrive(previous.from ?? previous.stop, at),
  }
}

/** Returns the drive to a stop. The stored one starts at the previous home; from an own visit, the drive is estimated. */
function driveFrom(previous: HaltWithDrive | null, { stop, drive }: RunStop<TimedStop>): HaltWithDrive['drive'] {
  return previous?.from ? plannedDrive(previous.from, { ...stop, drive_minutes: null }) : drive
}

export function lunchOfRun<Stop extends TimedStop>(run: readonly RunStop<Stop>[], lunch: TourLunch): TourLunch {
  return runTimeline(run, lunch).find((entry) => entry.kind === 'lunch') ?? null
}

/** True if the agent reached this home before lunch was due: lunch then follows the visit. */
function wasVisitedBefore({ state, arrival }: HaltWithDrive, { start_time }: NonNullable<TourLunch>): boolean {
  return (state === 'here' || state === 'left') && secondsOfDay(arrival) < secondsOfDay(start_time)
}

/** Returns lunch at its planned time, or `drive` minutes after the previous halt if that is later. A delay moves lunch but does not shorten it. */
function lunchAfter(previous: HaltWithDrive | null, { start_time, end_time }: NonNullable<TourLunch>, drive: number) {
  const planned = secondsOfDay(start_time)
  const start = previous === null ? planned : Math.max(planned, secondsOfDay(previous.departure) + drive * 60)
  return {
    kind: 'lunch' as const,
    start_time: timeOfSeconds(start),
    end_time: timeOfSeconds(start + secondsOfDay(end_time) - planned),
  }
}

function driveTo(previous: HaltWithDrive, halt: HaltWithDrive, lunchEntry: TourLunch): TimelineEntry<never>[] {
  if (halt.drive === null) return []
  const isLunchOnTheWay = lunchEntry && secondsOfDay(lunchEntry.start_time) < secondsOfDay(halt.arrival)
  const lunchSeconds = isLunchOnTheWay ? secondsOfDay(lunchEntry.end_time) - secondsOfDay(lunchEntry.start_time) : 0
  const times = { start: secondsOfDay(halt.arrival), takenUntil: secondsOfDay(previous.departure) + lunchSeconds }
  // Shows the drive's full minutes. If the time for it is less than a minute too short, shows that time, and nothing is missing.
  const { minutes, missingMinutes } = leavingFor({ ...times, minutes: halt.drive.minutes })
  if (halt.state !== 'coming') return [{ kind: 'drive', to: halt.name, ...halt.drive, shortMinutes: 0 }]
  return [{ kind: 'drive', to: halt.name, ...halt.drive, minutes, shortMinutes: missingMinutes }]
}

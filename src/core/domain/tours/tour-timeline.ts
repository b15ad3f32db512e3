import {
  type DriveFigures,
  driveFigures,
  isApproximateDrive,
  type Place,
  type VisitPlaces,
} from '#core/domain/travel/driving.ts'
import { leavingFor } from '#core/domain/travel/leave-by.ts'
import { placeOfStop, stopKey, type TimedStop, visitBegins, inOrder, stopTimes } from './timed-stop.ts'
import { byTimes, routePoints, type OwnVisit } from './tour-halts.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/wall-clock.ts'

export type TimelineEntry<Stop> =
  | { kind: 'stop'; stop: Stop }
  | { kind: 'lunch'; start_time: string; end_time: string }
  | { kind: 'own'; visit: OwnVisit }
  /** `to`: the key of the stop or event where the drive ends. `shortMinutes`: how many minutes are missing for the drive; 0 if it fits. */
  | ({ kind: 'drive'; to: string; shortMinutes: number } & DriveFigures)

export type TourLunch = { start_time: string; end_time: string } | null | undefined

/** Returns the timeline of a planned tour: stops, drives, lunch, and the agent's `own` visits that it is planned around. */
export function tourTimeline<Stop extends TimedStop>(
  stops: readonly Stop[],
  lunch: TourLunch,
  own: readonly OwnVisit[] = [],
): TimelineEntry<Stop>[] {
  const entries: TimelineEntry<Stop>[] = []
  let rests = restsOf<Stop>(lunch, own)
  let before: TimedStop | null = null
  // `halt` is the timeline entry of a stop or own visit; `at` is the end of the drive to it, and `from` the start of the next drive.
  for (const { at, from, ...halt } of routePoints(stops, own)) {
    const restsBefore = rests.filter(({ times }) => isLunchBefore(times, at))
    rests = rests.filter((rest) => !restsBefore.includes(rest))
    const drive = before === null ? null : driveTo(before, at, restsBefore)
    // A rest comes before the drive if the drive still fits after it.
    const isFirst = ({ times }: Rest<Stop>) => drive === null || fitsDriveAfterLunch(times, at, drive.minutes)
    entries.push(...restsBefore.filter(isFirst).map(({ entry }) => entry))
    if (drive !== null) entries.push(drive)
    entries.push(...restsBefore.filter((rest) => !isFirst(rest)).map(({ entry }) => entry), halt)
    before = from
  }
  return [...entries, ...rests.map(({ entry }) => entry)]
}

/** Lunch, or an appointment without a place: it happens where the agent already is. */
type Rest<Stop> = { times: NonNullable<TourLunch>; entry: TimelineEntry<Stop> }

function restsOf<Stop>(lunch: TourLunch, own: readonly OwnVisit[]): Rest<Stop>[] {
  const meals = lunch ? [{ times: lunch, entry: { kind: 'lunch' as const, ...lunch } }] : []
  const visits = own.filter(({ place }) => place === null)
  return [...meals, ...visits.map((visit) => ({ times: visit, entry: { kind: 'own' as const, visit } }))].toSorted(
    (one, other) => byTimes(one.times, other.times),
  )
}

/** Returns the stored drive to the stop `to`, else an estimated one; null if no drive is stored and the location of a stop is unknown. */
export function plannedDrive(from: TimedStop, to: TimedStop): DriveFigures | null {
  const [start, end] = [placeOfStop(from), placeOfStop(to)]
  if (typeof to.drive_minutes === 'number') {
    const isRough = start !== null && end !== null && isApproximateDrive(start, end)
    return { minutes: to.drive_minutes, miles: to.drive_miles ?? 0, ...(isRough ? { isApproximate: true } : {}) }
  }
  return start === null || end === null ? null : driveFigures(start, end)
}

function driveTo(from: TimedStop, to: TimedStop, rests: readonly { times: NonNullable<TourLunch> }[]) {
  const drive = plannedDrive(from, to)
  if (drive === null) return null
  const [end, arrival] = [from.estimated_departure, to.estimated_arrival]
  const onTheWay = rests.filter(({ times }) => secondsOfDay(times.start_time) < secondsOfDay(arrival ?? '24:00'))
  const rested = onTheWay.reduce(
    (sum, { times }) => sum + secondsOfDay(times.end_time) - secondsOfDay(times.start_time),
    0,
  )
  const entry = { kind: 'drive' as const, to: stopKey(to), ...drive }
  if (end === undefined || arrival === undefined) return { ...entry, shortMinutes: 0 }
  const times = { start: secondsOfDay(arrival), takenUntil: secondsOfDay(end) + rested }
  const { minutes, missingMinutes } = leavingFor({ ...times, minutes: drive.minutes })
  return { ...entry, minutes, shortMinutes: missingMinutes }
}

/** Whether lunch begins before the visit of a stop. The agent may have arrived at the stop before lunch. */
export function isLunchBefore(lunch: NonNullable<TourLunch>, stop: TimedStop): boolean {
  const begins = visitBegins(stop)
  return begins === undefined || secondsOfDay(lunch.start_time) < secondsOfDay(begins)
}

/** Whether the agent arrives in time with a drive after lunch. Drives are in whole minutes, so a minute late counts as in time. */
export function fitsDriveAfterLunch(lunch: NonNullable<TourLunch>, stop: TimedStop, driveMinutes: number): boolean {
  if (stop.estimated_arrival === undefined) return true
  return secondsOfDay(lunch.end_time) + driveMinutes * 60 <= secondsOfDay(stop.estimated_arrival) + 60
}

type ToSpan<Stop> = { start_time: string; end_time: string; stops: readonly Stop[] }

type TourSpan = Required<VisitPlaces> & { start_time: string; end_time: string }

/** Returns when and where a tour begins and ends: by its plan, else by the entered hours. Null without stops, because such a tour takes no time. */
export function spanOfTour<Stop extends TimedStop>(
  { start_time, end_time, stops }: ToSpan<Stop>,
  placeOf: (stop: Stop) => Place | null,
): TourSpan | null {
  const ordered = inOrder(stops)
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (first === undefined || last === undefined) return null
  return {
    start_time: visitBegins(first) ?? start_time,
    end_time: last.estimated_departure ?? end_time,
    place: placeOf(first),
    endPlace: placeOf(last),
  }
}

/** A shorter break does not split a tour into two trips. */
const shortestGapMinutes = 120

/** Free time between two stops; `minutes` excludes lunch. */
export type TourGap = { start_time: string; end_time: string; minutes: number }

/** The longest gap that splits a tour into two trips; null if there is none, or if the stops have no times. */
export function gapInTour(stops: readonly TimedStop[], lunch: TourLunch): TourGap | null {
  const timed = inOrder(stops).map((stop) => ({ stop, times: stopTimes(stop) }))
  const gaps = timed.flatMap(({ stop, times }, index): TourGap[] => {
    const before = timed[index - 1]?.times
    if (!before || !times) return []
    const [from, to] = [secondsOfDay(before.departure), secondsOfDay(times.begins) - (stop.drive_minutes ?? 0) * 60]
    const minutes = Math.round((to - from - restWithin(lunch, from, to)) / 60)
    return minutes < shortestGapMinutes ? [] : [{ start_time: before.departure, end_time: timeOfSeconds(to), minutes }]
  })
  return gaps.toSorted((one, other) => other.minutes - one.minutes)[0] ?? null
}

function restWithin(lunch: TourLunch, from: number, to: number): number {
  if (!lunch) return 0
  return Math.max(0, Math.min(secondsOfDay(lunch.end_time), to) - Math.max(secondsOfDay(lunch.start_time), from))
}

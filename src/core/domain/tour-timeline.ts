import { estimateDrive, metresPerMile, type Place } from './drive-estimate.ts'
import { secondsOfDay, timeOfSeconds } from './wall-clock.ts'

/** A stop as far as any server says it. */
export type TimedStop = {
  order: number
  stop_id?: string | undefined
  listing_id?: number | string | null | undefined
  listing_address: string
  estimated_arrival?: string | undefined
  estimated_departure?: string | undefined
  duration_minutes?: number | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  drive_minutes?: number | null | undefined
  drive_miles?: number | null | undefined
}

export type TimelineEntry<Stop> =
  | { kind: 'stop'; stop: Stop }
  | { kind: 'lunch'; start_time: string; end_time: string }
  /** `shortMinutes`: how much longer the drive takes than there is time for it; 0 when it fits. */
  | { kind: 'drive'; to: string; minutes: number; miles: number; shortMinutes: number }

export type TourLunch = { start_time: string; end_time: string } | null | undefined

/** A tour from its first door to its last: stops, drives between them, lunch. */
export function tourTimeline<Stop extends TimedStop>(stops: readonly Stop[], lunch: TourLunch): TimelineEntry<Stop>[] {
  const entries: TimelineEntry<Stop>[] = []
  let isLunchOver = lunch === null || lunch === undefined
  for (const [index, stop] of inOrder(stops).entries()) {
    const before = inOrder(stops)[index - 1]
    const isLunchHere = !isLunchOver && lunch && isEatenBefore(lunch, stop)
    const isEatenOnTheWay =
      isLunchHere && secondsOfDay(lunch.start_time) < secondsOfDay(stop.estimated_arrival ?? '24:00')
    const drive = before === undefined ? null : driveTo(before, stop, isEatenOnTheWay ? minutesOf(lunch) : 0)
    const eats = isLunchHere ? [{ kind: 'lunch' as const, ...lunch }] : []
    const drives = drive === null ? [] : [drive]
    // Lunch is eaten where there is time for the drive after it.
    const isEatenFirst = drive === null || !isLunchHere || isRoomAfter(lunch, stop, drive.minutes)
    entries.push(...(isEatenFirst ? [...eats, ...drives] : [...drives, ...eats]), { kind: 'stop', stop })
    isLunchOver ||= Boolean(isLunchHere)
  }
  if (!isLunchOver && lunch) entries.push({ kind: 'lunch', ...lunch })
  return entries
}

/** Names a stop among those of its tour; a plain server gives it no name of its own. */
export function stopName(stop: TimedStop): string {
  return stop.stop_id ?? String(stop.listing_id ?? stop.listing_address)
}

/** When the visit begins where the agent has to wait before it; null when it begins at the arrival. */
export function visitAfterWait({ estimated_arrival, estimated_departure, duration_minutes }: TimedStop): string | null {
  if (estimated_arrival === undefined || estimated_departure === undefined || duration_minutes === undefined)
    return null
  const begins = secondsOfDay(estimated_departure) - duration_minutes * 60
  return begins - secondsOfDay(estimated_arrival) >= 60 ? timeOfSeconds(begins) : null
}

/** When the visit begins, as far as anybody says; the arrival where nobody waits. */
export function visitBegins(stop: TimedStop): string | undefined {
  return visitAfterWait(stop) ?? stop.estimated_arrival
}

export function inOrder<Stop extends TimedStop>(stops: readonly Stop[]): Stop[] {
  return stops.toSorted((one, other) => one.order - other.order)
}

/** The drive between two stops as it was planned, or estimated where nobody planned one; null when nobody knows. */
export function plannedDrive(from: TimedStop, to: TimedStop): { minutes: number; miles: number } | null {
  if (typeof to.drive_minutes === 'number') return { minutes: to.drive_minutes, miles: to.drive_miles ?? 0 }
  const [start, end] = [placeOf(from), placeOf(to)]
  if (start === null || end === null) return null
  const { seconds, metres } = estimateDrive(start, end)
  return { minutes: Math.ceil(seconds / 60), miles: Math.round((metres / metresPerMile) * 10) / 10 }
}

function driveTo(from: TimedStop, to: TimedStop, lunchMinutes: number) {
  const drive = plannedDrive(from, to)
  if (drive === null) return null
  const gap = gapMinutes(from, to)
  const shortMinutes = gap === null ? 0 : Math.max(0, Math.round(drive.minutes + lunchMinutes - gap - 1))
  return { kind: 'drive' as const, to: stopName(to), ...drive, shortMinutes }
}

function gapMinutes(from: TimedStop, to: TimedStop): number | null {
  if (from.estimated_departure === undefined || to.estimated_arrival === undefined) return null
  return (secondsOfDay(to.estimated_arrival) - secondsOfDay(from.estimated_departure)) / 60
}

/** Also where the agent arrives first and eats there. */
export function isEatenBefore(lunch: NonNullable<TourLunch>, stop: TimedStop): boolean {
  const begins = visitBegins(stop)
  return begins === undefined || secondsOfDay(lunch.start_time) < secondsOfDay(begins)
}

/** Whether there is time for the drive to a stop after lunch. */
export function isRoomAfter(lunch: NonNullable<TourLunch>, stop: TimedStop, driveMinutes: number): boolean {
  if (stop.estimated_arrival === undefined) return true
  return secondsOfDay(lunch.end_time) + driveMinutes * 60 <= secondsOfDay(stop.estimated_arrival) + 60
}

function minutesOf({ start_time, end_time }: NonNullable<TourLunch>): number {
  return (secondsOfDay(end_time) - secondsOfDay(start_time)) / 60
}

function placeOf({ latitude, longitude }: TimedStop): Place | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  return { latitude, longitude }
}

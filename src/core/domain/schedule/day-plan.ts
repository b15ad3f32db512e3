import {
  type DriveFigures,
  driveFigures,
  type Place,
  placeAfter,
  type VisitPlaces,
} from '#core/domain/travel/driving.ts'
import { leavingFor } from '#core/domain/travel/leave-by.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import { formatMinutesOfDay } from '#core/format/times.ts'
import { formatAbout } from '#core/format/durations.ts'

/** A showing, an open house, an appointment, or one stop of a tour. */
export type DayVisit = VisitPlaces & {
  key: string
  start_time: string
  end_time: string
  /** True for a visit without a place, such as a call: it happens where the agent is. */
  isAnywhere: boolean
  /** Set by a showing's outcome or a tour's run; otherwise the clock decides. `over`: the visit has ended, but perhaps did not take place. */
  progress?: 'done' | 'over' | 'now' | 'coming' | undefined
  /** The drive to this visit as a tour plans it; `from` is the key of the visit where it starts. */
  plannedDrive?: ({ from: string } & DriveFigures) | null | undefined
}

/** Times are minutes since midnight. `missingMinutes`: how much longer the drive takes than there is time for it; 0 if it fits. */
export type DayPart<Visit> =
  | { kind: 'visit'; visit: Visit; start: number; end: number }
  | ({ kind: 'drive'; leaveBy: number; missingMinutes: number } & DriveFigures)
  | { kind: 'free'; start: number; end: number }

export type VisitPart<Visit> = Extract<DayPart<Visit>, { kind: 'visit' }>
export type DrivePart = Extract<DayPart<never>, { kind: 'drive' }>

export const shortestFreeMinutes = 15

/** Returns the visits in order, with the drives between them, when to leave, and the free time. */
export function planDay<Visit extends DayVisit>(visits: readonly Visit[]): DayPart<Visit>[] {
  const parts: DayPart<Visit>[] = []
  let busyUntil: number | null = null
  let last: LastPlace | null = null
  for (const visit of visits.toSorted(byTimes)) {
    const [start, end] = [minutesOfDay(visit.start_time), minutesOfDay(visit.end_time)]
    const drive = visit.isAnywhere || last === null ? null : driveBetween(last, visit)
    if (busyUntil !== null) {
      const leaving = drive && leavingFor({ start: start * 60, minutes: drive.minutes, takenUntil: busyUntil * 60 })
      const isDriveFirst =
        drive !== null && leaving !== null && leaving.missingMinutes > 0 && insertDriveFirst(parts, last, drive)
      const freeUntil = isDriveFirst ? Math.floor(start) : (leaving?.leaveBy ?? Math.floor(start))
      if (freeUntil - busyUntil >= shortestFreeMinutes) {
        parts.push({ kind: 'free', start: busyUntil, end: freeUntil })
      }
      if (drive !== null && leaving !== null && !isDriveFirst) parts.push({ kind: 'drive', ...drive, ...leaving })
    }
    parts.push({ kind: 'visit', visit, start, end })
    // The next drive starts here, unless an earlier visit ends later. If this visit has begun or is done, the agent was here, so the drive starts here in any case.
    const isConfirmed = visit.progress === 'done' || visit.progress === 'now'
    if (!visit.isAnywhere && (isConfirmed || end >= (busyUntil ?? 0))) {
      last = { key: visit.key, place: placeAfter(visit), end, nextIndex: parts.length }
    }
    busyUntil = Math.max(busyUntil ?? 0, end)
  }
  return parts
}

/** The visit where the next drive starts; a visit without a place does not change it. `nextIndex` is the index of the part after the visit. */
type LastPlace = { key: string; place: Place | null; end: number; nextIndex: number }

function driveBetween(last: LastPlace, { plannedDrive, place }: DayVisit): DriveFigures | null {
  if (plannedDrive && plannedDrive.from === last.key) {
    const { from: _, ...figures } = plannedDrive
    return figures.minutes > 0 ? figures : null
  }
  return last.place === null || place === null ? null : driveFigures(last.place, place)
}

/** Inserts a drive before the lunch or call after which it does not fit. Returns false, and inserts nothing, if it does not fit there either. */
function insertDriveFirst<Visit extends DayVisit>(
  parts: DayPart<Visit>[],
  last: LastPlace | null,
  drive: DriveFigures,
): boolean {
  const between = last === null ? [] : parts.slice(last.nextIndex)
  const lunchOrCall = between.find((part) => part.kind === 'visit')
  if (last === null || lunchOrCall === undefined) return false
  const leaving = leavingFor({ start: lunchOrCall.start * 60, minutes: drive.minutes, takenUntil: last.end * 60 })
  if (leaving.missingMinutes > 0) return false
  const isFree = leaving.leaveBy - last.end >= shortestFreeMinutes
  const free = isFree ? [{ kind: 'free' as const, start: last.end, end: leaving.leaveBy }] : []
  parts.splice(last.nextIndex, between[0]?.kind === 'free' ? 1 : 0, ...free, { kind: 'drive', ...drive, ...leaving })
  return true
}

function byTimes(one: DayVisit, other: DayVisit): number {
  const byStart = minutesOfDay(one.start_time) - minutesOfDay(other.start_time)
  return byStart || minutesOfDay(one.end_time) - minutesOfDay(other.end_time)
}

type DayMoment<Visit> = {
  now: VisitPart<Visit> | null
  /** The next visit, with the drive to it if that is known. */
  next: { part: VisitPart<Visit>; drive: DrivePart | null } | null
  /** The parts after `now`. If `now` is null: the free time before `next`, and the parts after `next`. */
  rest: DayPart<Visit>[]
  /** Past visits; only those with the progress `done` certainly took place. */
  earlier: VisitPart<Visit>[]
}

/** Splits the day at a moment. Drives and free time before a past visit are dropped. */
export function dayAtMoment<Visit extends DayVisit>(
  parts: readonly DayPart<Visit>[],
  minutesNow: number,
): DayMoment<Visit> {
  const moment: DayMoment<Visit> = { now: null, next: null, rest: [], earlier: [] }
  let leading: DayPart<Visit>[] = []
  for (const part of parts) {
    if (part.kind !== 'visit') {
      leading.push(part)
      continue
    }
    if (isOver(part, minutesNow)) moment.earlier.push(part)
    else if (moment.now === null && moment.next === null && isOn(part, minutesNow)) {
      moment.now = part
      moment.rest.push(...leading.filter((free) => free.kind === 'free' && free.end > minutesNow))
    } else {
      const isFirstVisit = moment.now === null && moment.next === null
      moment.next ??= { part, drive: leading.find((before) => before.kind === 'drive') ?? null }
      // The drive to the first visit is already in `next`.
      if (isFirstVisit) moment.rest.push(...leading.filter((free) => free.kind === 'free' && free.end > minutesNow))
      else moment.rest.push(...leading, part)
    }
    leading = []
  }
  return moment
}

function isOver({ visit: { progress }, end }: VisitPart<DayVisit>, minutesNow: number): boolean {
  return progress === undefined ? end <= minutesNow : progress === 'done' || progress === 'over'
}

function isOn({ visit: { progress }, start }: VisitPart<DayVisit>, minutesNow: number): boolean {
  return progress === undefined ? start <= minutesNow : progress === 'now'
}

export function formatLeaveBy({ leaveBy, isApproximate }: Pick<DrivePart, 'leaveBy' | 'isApproximate'>): string {
  return formatAbout(formatMinutesOfDay(leaveBy), isApproximate)
}

/** "Now: Notary until 2:00 PM, then leave by 2:00 PM for Hugo at 64 Quillfeather Ct"; null if nothing is left. */
export function formatVisitMoment(
  { now, next }: DayMoment<DayVisit & { title: string; name: string }>,
  minutesNow: number,
  nextPerson = '',
): string | null {
  if (now === null) {
    if (next === null) return null
    const { part, drive } = next
    const leave = drive === null ? '' : `, leave ${drive.leaveBy <= minutesNow ? 'now' : `by ${formatLeaveBy(drive)}`}`
    return `Next: ${part.visit.name} at ${formatMinutesOfDay(part.start)}${leave}`
  }
  const on = `Now: ${now.visit.name} until ${formatMinutesOfDay(now.end)}`
  if (next === null) return on
  const { part, drive } = next
  // If the visits overlap, it is unknown which one the agent leaves first.
  if (part.start < now.end) return `${on}, and ${part.visit.name} at ${formatMinutesOfDay(part.start)}`
  if (drive === null) return `${on}, then ${part.visit.name} at ${formatMinutesOfDay(part.start)}`
  const leave = drive.leaveBy < now.end ? 'at once' : `by ${formatLeaveBy(drive)}`
  const where = nextPerson === '' ? part.visit.title : `${nextPerson} at ${part.visit.title}`
  return `${on}, then leave ${leave} for ${where}`
}

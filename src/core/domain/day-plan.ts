import { estimateDrive, metresPerMile, type Place } from './drive-estimate.ts'
import { leavingFor } from './leave-by.ts'
import { minutesOfDay } from './wall-clock.ts'
import { placeAfter, type Whereabouts } from './whereabouts.ts'

/** Something of the day: a showing, an open house, an appointment, one stop of a tour. */
export type DayVisit = Whereabouts & {
  start_time: string
  end_time: string
  /** True for what is done where the agent just is, such as a call; such a thing has no place of its own. */
  isAnywhere: boolean
  /** How far it is, where somebody says so; else the clock decides. */
  progress?: 'done' | 'now' | 'coming' | undefined
}

/** Times are minutes since midnight. A drive that is `tight` is longer than the time for it. */
export type DayPart<Visit> =
  | { kind: 'visit'; visit: Visit; start: number; end: number }
  | { kind: 'drive'; minutes: number; miles: number; leaveBy: number; missingMinutes: number }
  | { kind: 'free'; start: number; end: number }

/** A shorter break is no time to plan anything in. */
const shortestFreeMinutes = 15

/** The day as it will be: its visits in order, the drives between them with when to leave, and the time that is free. */
export function planDay<Visit extends DayVisit>(visits: readonly Visit[]): DayPart<Visit>[] {
  const parts: DayPart<Visit>[] = []
  let busyUntil: number | null = null
  let place: Place | null = null
  for (const visit of visits.toSorted(byTimes)) {
    const [start, end] = [minutesOfDay(visit.start_time), minutesOfDay(visit.end_time)]
    const drive = visit.isAnywhere ? null : driveBetween(place, visit.place)
    if (busyUntil !== null) {
      const leaving = drive && leavingFor({ start: start * 60, minutes: drive.minutes, takenUntil: busyUntil * 60 })
      const freeUntil = leaving?.leaveBy ?? Math.floor(start)
      if (freeUntil - busyUntil >= shortestFreeMinutes) {
        parts.push({ kind: 'free', start: busyUntil, end: freeUntil })
      }
      if (leaving !== null) parts.push({ kind: 'drive', miles: drive?.miles ?? 0, ...leaving })
    }
    parts.push({ kind: 'visit', visit, start, end })
    // From an unknown place no drive can be estimated; of two things at once, the agent drives from what ends last.
    if (!visit.isAnywhere && end >= (busyUntil ?? 0)) place = placeAfter(visit)
    busyUntil = Math.max(busyUntil ?? 0, end)
  }
  return parts
}

function driveBetween(from: Place | null, to: Place | null): { minutes: number; miles: number } | null {
  if (from === null || to === null) return null
  const { seconds, metres } = estimateDrive(from, to)
  if (seconds === 0) return null
  return { minutes: Math.ceil(seconds / 60), miles: metres / metresPerMile }
}

function byTimes(one: DayVisit, other: DayVisit): number {
  const byStart = minutesOfDay(one.start_time) - minutesOfDay(other.start_time)
  return byStart || minutesOfDay(one.end_time) - minutesOfDay(other.end_time)
}

/** Whether a visit lies behind the agent. */
export function isOver({ visit, end }: Extract<DayPart<DayVisit>, { kind: 'visit' }>, minutesNow: number): boolean {
  return visit.progress === undefined ? end <= minutesNow : visit.progress === 'done'
}

/** What to look at first: the visit that goes on, else the next one, with the drive to it; null when the day is over. */
export function nextPart<Visit extends DayVisit>(
  parts: readonly DayPart<Visit>[],
  minutesNow: number,
): { index: number; isNow: boolean; drive: Extract<DayPart<Visit>, { kind: 'drive' }> | null } | null {
  const index = parts.findIndex((part) => part.kind === 'visit' && !isOver(part, minutesNow))
  const part = parts[index]
  if (part?.kind !== 'visit') return null
  const before = parts[index - 1]
  const { progress } = part.visit
  const isNow = progress === undefined ? part.start <= minutesNow : progress === 'now'
  return { index, isNow, drive: before?.kind === 'drive' ? before : null }
}

type VisitPart<Visit> = Extract<DayPart<Visit>, { kind: 'visit' }>

/**
 * A day at a moment: what is on or comes next, with its drive; what else is to come; and what is done. What leads to a
 * visit that is done is of no use any more.
 */
export function splitDay<Visit extends DayVisit>(
  parts: readonly DayPart<Visit>[],
  minutesNow: number,
): {
  next: { part: VisitPart<Visit>; isNow: boolean; drive: KnownLeg<Visit> } | null
  rest: DayPart<Visit>[]
  done: VisitPart<Visit>[]
} {
  const found = nextPart(parts, minutesNow)
  const first = found === null ? undefined : parts[found.index]
  const rest: DayPart<Visit>[] = []
  const done: VisitPart<Visit>[] = []
  let leading: DayPart<Visit>[] = []
  for (const part of parts) {
    if (part.kind !== 'visit') leading.push(part)
    else {
      if (isOver(part, minutesNow)) done.push(part)
      // The drive to what is next is shown with it.
      else if (part === first) rest.push(...leading.filter((free) => free.kind === 'free' && free.end > minutesNow))
      else rest.push(...leading, part)
      leading = []
    }
  }
  const next =
    found === null || first?.kind !== 'visit'
      ? null
      : { part: first, isNow: found.isNow, drive: found.isNow ? null : found.drive }
  return { next, rest, done }
}

type KnownLeg<Visit> = Extract<DayPart<Visit>, { kind: 'drive' }> | null

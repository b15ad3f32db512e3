import { type DayEntry, entriesOfDay, entryKey } from '#core/domain/schedule/day-entries.ts'
import { type DrivePart, planDay, type VisitPart } from '#core/domain/schedule/day-plan.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { useDay } from '#storage/schedule/use-day.ts'
import { visitKey } from '#storage/schedule/visits-of-day.ts'
import type { ShownStop } from '../tour-stops.ts'

type WayToStop = {
  /** The drive there, from wherever the day has the agent before; null where it is unknown. */
  drive: DrivePart | null
  /** The stop before it was left, and nothing of the agent's own day comes between. */
  isOnTheWay: boolean
  /** Before when the agent cannot be there, in seconds of the day; null where the tour itself says when. */
  notBefore: number | null
  /** When the agent is there who leaves now; null where that is unknown, or something of the day comes between. */
  earliest: { at: number; isApproximate: boolean } | null
}

const unknown: WayToStop = { drive: null, isOnTheWay: false, notBefore: null, earliest: null }

/** The way to a stop as the whole day has it, own visits and lunch included: the same as on Today. */
export function useWayToStop(tour: TourRow, stop: ShownStop | undefined, now: number | null): WayToStop {
  const day = useDay(tour.tour_date)
  if (stop === undefined) return unknown
  const key = visitKey('tour', tour.key)
  // Also before it is begun: as it would go if it were begun now.
  const begun = { ...tour, status: 'in_progress' }
  const visits = (day?.visits ?? []).map((visit) =>
    visit.kind === 'tour' && visit.key === key ? Object.assign({}, visit, { record: begun }) : visit,
  )
  const parts = planDay(entriesOfDay(visits, now === null ? null : now / 60))
  const at = parts.findIndex((part) => part.kind === 'visit' && part.visit.key === entryKey(key, stop))
  const before = parts.slice(0, Math.max(at, 0)).filter((part) => part.kind === 'visit')
  const last = parts[at - 1]
  const drive = last?.kind === 'drive' ? last : null
  const from = before.findLast(({ visit }) => !visit.isAnywhere)
  const isOnTheWay = from?.visit.record?.key === tour.key && from.visit.progress === 'done'
  if (now === null || at < 0) return { ...unknown, drive, isOnTheWay }
  const isClear = before.every(({ visit, end }) => isPast(visit) || (visit.progress === undefined && end * 60 <= now))
  const earliest =
    drive !== null && isClear ? { at: now + drive.minutes * 60, isApproximate: drive.isApproximate === true } : null
  const busyUntil = Math.max(now / 60, ...before.map((part) => (isToGo(part, now / 60) ? part.end : 0)))
  const isFree = busyUntil * 60 <= now
  if (isFree && (isOnTheWay || drive === null)) return { drive, isOnTheWay, notBefore: null, earliest }
  const notBefore = (busyUntil + (drive?.minutes ?? 0)) * 60
  const start = parts[at]?.kind === 'visit' ? parts[at].start * 60 : 0
  if (drive === null || notBefore <= start) return { drive, isOnTheWay: false, notBefore, earliest }
  const leaving = { ...drive, leaveBy: busyUntil, missingMinutes: 0 }
  return { drive: leaving, isOnTheWay: false, notBefore, earliest }
}

function isPast({ progress }: DayEntry): boolean {
  return progress === 'done' || progress === 'over'
}

/** Of the agent's own day, and on: what is still to come may be done another way. */
function isToGo({ visit, start, end }: VisitPart<DayEntry>, minutesNow: number): boolean {
  return visit.progress === undefined && start <= minutesNow && end > minutesNow
}

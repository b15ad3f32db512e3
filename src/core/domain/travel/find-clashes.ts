import { driveMinutes, isApproximateDrive, placeAfter, type VisitPlaces } from './driving.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import { formatTime } from '#core/format/times.ts'

/** A showing, an open house, an appointment or a tour. */
export type Visit = VisitPlaces & {
  /** Unique among the visits; a visit never clashes with itself. */
  key: string
  title: string
  date: string
  /** `10:45` or `10:45:00`, by the clock at the property. */
  start_time: string
  end_time: string
}

/** `overlap`: both at the same time. `drive`: too little time for the drive between them. */
export type Clash =
  | { kind: 'overlap'; with: Visit }
  | { kind: 'drive'; with: Visit; driveMinutes: number; freeMinutes: number; isApproximate: boolean }

/** Returns clashes, sorted by time, for a warning only: another person may let visitors in. If a place is unknown, only an overlap clashes. */
export function findClashes(visit: Visit, others: readonly Visit[]): Clash[] {
  return others
    .filter(({ key, date }) => key !== visit.key && date === visit.date)
    .flatMap((other) => clashBetween(visit, other) ?? [])
    .toSorted((one, other) => minutesOfDay(one.with.start_time) - minutesOfDay(other.with.start_time))
}

function clashBetween(visit: Visit, other: Visit): Clash | null {
  const freeAfter = shownMinute(other.start_time) - shownMinute(visit.end_time)
  const freeBefore = shownMinute(visit.start_time) - shownMinute(other.end_time)
  const freeMinutes = Math.max(freeAfter, freeBefore)
  if (freeMinutes < 0) return { kind: 'overlap', with: other }
  const [from, to] = freeAfter > freeBefore ? [placeAfter(visit), other.place] : [placeAfter(other), visit.place]
  if (from === null || to === null) return null
  const needed = driveMinutes(from, to)
  if (needed <= freeMinutes) return null
  return { kind: 'drive', with: other, driveMinutes: needed, freeMinutes, isApproximate: isApproximateDrive(from, to) }
}

/** Omits the seconds, because screens show no seconds: a visit that ends at 10:45:20 does not overlap one that starts at 10:45. */
function shownMinute(time: string): number {
  return Math.floor(minutesOfDay(time))
}

export function formatClash(clash: Clash): string {
  const { title, start_time, end_time } = clash.with
  const other = `${title}, ${formatTime(start_time)} – ${formatTime(end_time)}`
  if (clash.kind === 'overlap') return `Overlaps with ${other}.`
  const { freeMinutes, driveMinutes: needed, isApproximate } = clash
  return `Leaves ${freeMinutes} min for a drive of ${isApproximate ? '≈' : 'about'} ${needed} min: ${other}.`
}

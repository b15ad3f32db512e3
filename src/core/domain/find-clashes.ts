import { driveMinutes, type Place } from './drive-estimate.ts'
import { minutesOfDay, timeInWords } from './wall-clock.ts'

/** Something that keeps the agent in one place for a while: a showing, an open house, an appointment. */
export type Visit = {
  /** Names it among the others; a visit never clashes with itself. */
  key: string
  /** "Showing at 51 Aiken Way". */
  title: string
  /** `2026-11-21` */
  date: string
  /** `10:45` or `10:45:00`, on the clock at the property. */
  start_time: string
  end_time: string
  /** Null when nobody knows where it is; then no drive is judged. */
  place: Place | null
}

/** `overlap`: both at the same time. `drive`: one ends too shortly before the other begins elsewhere. */
export type Clash =
  | { kind: 'overlap'; with: Visit }
  | { kind: 'drive'; with: Visit; driveMinutes: number; freeMinutes: number }

/**
 * What one agent cannot do beside this visit, in the order of the day. A reason to warn, never to refuse: somebody else
 * may hold the door. Ends that touch in one place are no clash.
 */
export function findClashes(visit: Visit, others: readonly Visit[]): Clash[] {
  return others
    .filter(({ key, date }) => key !== visit.key && date === visit.date)
    .flatMap((other) => clashBetween(visit, other) ?? [])
    .toSorted((one, other) => minutesOfDay(one.with.start_time) - minutesOfDay(other.with.start_time))
}

function clashBetween(visit: Visit, other: Visit): Clash | null {
  const freeAfter = minutesOfDay(other.start_time) - minutesOfDay(visit.end_time)
  const freeBefore = minutesOfDay(visit.start_time) - minutesOfDay(other.end_time)
  const freeMinutes = Math.max(freeAfter, freeBefore)
  if (freeMinutes < 0) return { kind: 'overlap', with: other }
  if (visit.place === null || other.place === null || isSamePlace(visit.place, other.place)) return null
  const needed = driveMinutes(visit.place, other.place)
  return needed > freeMinutes ? { kind: 'drive', with: other, driveMinutes: needed, freeMinutes } : null
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude
}

/** "Overlaps with Showing at 51 Aiken Way, 10:45 AM – 11:30 AM." */
export function clashInWords(clash: Clash): string {
  const { title, start_time, end_time } = clash.with
  const other = `${title}, ${timeInWords(start_time)} – ${timeInWords(end_time)}`
  if (clash.kind === 'overlap') return `Overlaps with ${other}.`
  return `Leaves ${clash.freeMinutes} min for a drive of about ${clash.driveMinutes} min: ${other}.`
}

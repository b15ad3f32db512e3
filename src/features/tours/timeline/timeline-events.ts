import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { EventColor } from '#ui/calendar/event-slab.tsx'
import { formatTime } from '#core/format/times.ts'

/** One line of the resource timeline: the agent ("You") or a listing. */
export type TimelineRow = {
  key: string
  /** An address, 'Listing 7', or 'You'. */
  label: string
}

/** The key of the agent's own row. */
export const ownRow = 'you'

export type TimelineEvent = {
  key: string
  /** The row that it stands in. */
  rowKey: string
  /** A drive is hatched, without colour. */
  kind: EventColor | 'drive'
  title: string
  /** Wall-clock times, "10:45:00". */
  start_time: string
  end_time: string
  /** What the list says besides title and times, such as 'Stop 1'. */
  note?: string
  /** Of an own visit at an approximate location; with the listing where it is at one. */
  approximate?: { listingKey: string | undefined }
  /** Of a stop whose length can be changed. */
  visit?: PlannedVisit
}

/** A stop of the plan: at which home, how long, and whether the agent has said so. */
export type PlannedVisit = { listing_id: ListingId; minutes: number; isSet: boolean }

/** "10:45 AM – 11:30 AM". */
export function eventTimes({ start_time, end_time }: TimelineEvent): string {
  return `${formatTime(start_time)} – ${formatTime(end_time)}`
}

/** The whole hours that a timeline shows: `from` to `to`, 0 to 24. */
export type TimelineHours = { from: number; to: number }

/** From nine to five, or wider when the tour's day or an event needs it. */
export function hoursShown(
  day: { start_time: string; end_time: string },
  events: readonly Pick<TimelineEvent, 'start_time' | 'end_time'>[],
): TimelineHours {
  // A time that is being typed is empty.
  const starts = [day, ...events].flatMap(({ start_time }) => (start_time === '' ? [] : minutesOfDay(start_time)))
  const ends = [day, ...events].flatMap(({ end_time }) => (end_time === '' ? [] : minutesOfDay(end_time)))
  return {
    from: Math.max(0, Math.floor(Math.min(9 * 60, ...starts) / 60)),
    to: Math.min(24, Math.ceil(Math.max(17 * 60, ...ends) / 60)),
  }
}

/** "9 AM", "Noon". */
export function formatHour(hour: number): string {
  if (hour === 12) return 'Noon'
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

/**
 * Where an arrow key leads from an event: left and right along its row, up and down to the event of the next row with
 * any that is nearest in time, Home and End to the row's ends. Null where nothing is, or for any other key.
 */
export function eventAfterKey(
  key: string,
  from: TimelineEvent,
  rows: readonly TimelineRow[],
  events: readonly TimelineEvent[],
): TimelineEvent | null {
  const row = inRow(from.rowKey, events)
  const place = row.findIndex((event) => event.key === from.key)
  switch (key) {
    case 'ArrowLeft':
      return row[place - 1] ?? null
    case 'ArrowRight':
      return row[place + 1] ?? null
    case 'Home':
      return row[0] ?? null
    case 'End':
      return row.at(-1) ?? null
    case 'ArrowUp':
      return nearestIn(rowsFrom(from, rows).above, from, events)
    case 'ArrowDown':
      return nearestIn(rowsFrom(from, rows).below, from, events)
    default:
      return null
  }
}

function inRow(rowKey: string, events: readonly TimelineEvent[]): TimelineEvent[] {
  return events
    .filter((event) => event.rowKey === rowKey)
    .toSorted((one, other) => minutesOfDay(one.start_time) - minutesOfDay(other.start_time))
}

function rowsFrom({ rowKey }: TimelineEvent, rows: readonly TimelineRow[]) {
  const at = rows.findIndex(({ key }) => key === rowKey)
  return { above: rows.slice(0, Math.max(at, 0)).toReversed(), below: rows.slice(at + 1) }
}

function nearestIn(
  rows: readonly TimelineRow[],
  { start_time }: TimelineEvent,
  events: readonly TimelineEvent[],
): TimelineEvent | null {
  for (const row of rows) {
    const found = inRow(row.key, events)
    if (found.length === 0) continue
    const distance = (event: TimelineEvent) => Math.abs(minutesOfDay(event.start_time) - minutesOfDay(start_time))
    return found.reduce((nearest, event) => (distance(event) < distance(nearest) ? event : nearest))
  }
  return null
}

import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { EventColor } from '#ui/calendar/event-slab.tsx'
import { formatTime } from '#core/format/times.ts'

export type TimelineRow = {
  key: string
  label: string
}

/** Key of the row with the agent's own events. */
export const ownRow = 'you'

export type TimelineEvent = {
  key: string
  rowKey: string
  kind: EventColor | 'drive'
  title: string
  /** Local times, "10:45:00". */
  start_time: string
  end_time: string
  /** The home at which a stop takes place. */
  note?: string
  /** Present if the event's location is approximate. `listingKey` is the listing at which it takes place, if any. */
  approximate?: { listingKey: string | undefined }
  /** Present for a stop whose length the agent can change. */
  visit?: PlannedVisit
}

/** A planned stop; `isSet` if the agent has set its length. */
export type PlannedVisit = { listing_id: ListingId; minutes: number; isSet: boolean }

export function eventTimes({ start_time, end_time }: TimelineEvent): string {
  return `${formatTime(start_time)} – ${formatTime(end_time)}`
}

/** The whole hours that a timeline shows, 0 to 24. */
export type TimelineHours = { from: number; to: number }

/** Returns nine to five, extended to cover the tour's hours (`day`) and all events. */
export function hoursShown(
  day: { start_time: string; end_time: string },
  events: readonly Pick<TimelineEvent, 'start_time' | 'end_time'>[],
): TimelineHours {
  // A time field is empty while the agent types a time.
  const starts = [day, ...events].flatMap(({ start_time }) => (start_time === '' ? [] : minutesOfDay(start_time)))
  const ends = [day, ...events].flatMap(({ end_time }) => (end_time === '' ? [] : minutesOfDay(end_time)))
  return {
    from: Math.max(0, Math.floor(Math.min(9 * 60, ...starts) / 60)),
    to: Math.min(24, Math.ceil(Math.max(17 * 60, ...ends) / 60)),
  }
}

export function formatHour(hour: number): string {
  if (hour === 12) return 'Noon'
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

/** Returns the event to focus, or null. Left and Right stay in the row; Up and Down go to the nearest event in time in the next row with events. */
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

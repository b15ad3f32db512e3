import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import type { TimelineEvent, TimelineRow } from './timeline-event.ts'

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

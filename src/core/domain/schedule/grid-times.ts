import { dayMinutes } from '#core/domain/time/usual-times.ts'

/*
 * What presses and drags on a day's grid mean. All in whole minutes since midnight; a day ends at 1440.
 */

export type Span = { start: number; end: number }

const quarter = 15

/** What a single press begins: an hour from the half hour that was pressed. */
export function spanAt(minute: number): Span {
  const start = within(Math.floor(minute / 30) * 30, 0, dayMinutes - 30)
  return { start, end: Math.min(start + 60, dayMinutes) }
}

/** From where a drag began to where it ends, whichever is earlier, in whole quarters of an hour. */
export function spanBetween(from: number, to: number): Span {
  const start = within(Math.floor(Math.min(from, to) / quarter) * quarter, 0, dayMinutes - quarter)
  const end = Math.ceil(Math.max(from, to) / quarter) * quarter
  return { start, end: within(end, start + quarter, dayMinutes) }
}

/** As long as before and within the day, by whole quarters: what is dragged by less stays where it was. */
export function movedBy({ start, end }: Span, minutes: number): Span {
  const by = within(Math.round(minutes / quarter) * quarter, -start, dayMinutes - end)
  return { start: start + by, end: end + by }
}

/** With another end, a quarter of an hour after its start at least. */
export function stretchedBy({ start, end }: Span, minutes: number): Span {
  const shortest = Math.min(start + quarter, dayMinutes)
  return { start, end: within(end + Math.round(minutes / quarter) * quarter, shortest, dayMinutes) }
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

import { minutesOfDay } from '#core/domain/time/wall-clock.ts'

/** What has its place on a day's grid. */
type Timed = { start_time: string; end_time: string }

/** Where something stands on the grid of a day: side by side with what is drawn at the same height. */
export type DayPlace<Event> = {
  event: Event
  /** Minutes since midnight. */
  start: number
  minutes: number
  /** From 0 on, of so many beside each other. */
  column: number
  columns: number
  /** Of them it takes so many: its own, and those to the right that are free during all of it. */
  span: number
}

/** Shorter events are drawn as long as this, so that they can be read and pressed. */
const shortestDrawnMinutes = 30

const minutesInDay = 24 * 60

/** The events of one day in the order of the day, none covering another. */
export function placeInColumns<Event extends Timed>(events: readonly Event[]): DayPlace<Event>[] {
  const placed: DayPlace<Event>[] = []
  let group: DayPlace<Event>[] = []
  let groupEnd = 0
  for (const drawn of events.map(drawnAt).toSorted(byStart)) {
    if (drawn.start >= groupEnd) group = []
    const place = { ...drawn, column: freeColumn(group, drawn.start), columns: 1, span: 1 }
    group.push(place)
    placed.push(place)
    groupEnd = Math.max(group.length === 1 ? 0 : groupEnd, drawn.start + drawn.minutes)
    const columns = Math.max(...group.map(({ column }) => column + 1))
    for (const member of group) member.columns = columns
  }
  for (const place of placed) place.span = freeFrom(place, placed)
  return placed
}

function drawnAt<Event extends Timed>(event: Event) {
  // What another server calls an event late at night must not reach over the grid's end.
  const start = Math.min(minutesOfDay(event.start_time), minutesInDay - shortestDrawnMinutes)
  const minutes = Math.max(minutesOfDay(event.end_time) - start, shortestDrawnMinutes)
  return { event, start, minutes }
}

function byStart(one: { start: number; minutes: number }, other: { start: number; minutes: number }): number {
  return one.start - other.start || other.minutes - one.minutes
}

function freeColumn(group: readonly DayPlace<unknown>[], start: number): number {
  const taken = new Set(group.filter((place) => place.start + place.minutes > start).map(({ column }) => column))
  let column = 0
  while (taken.has(column)) column += 1
  return column
}

function freeFrom(
  { column, columns, start, minutes }: DayPlace<unknown>,
  placed: readonly DayPlace<unknown>[],
): number {
  const atOnce = placed.filter((other) => other.start < start + minutes && start < other.start + other.minutes)
  const toTheRight = atOnce.map((other) => other.column).filter((other) => other > column)
  return Math.min(columns, ...toTheRight) - column
}

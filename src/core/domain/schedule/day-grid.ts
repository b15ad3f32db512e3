import { type DayEntry, entriesOfDay, type RecordOfDay } from './day-entries.ts'
import { type DrivePart, planDay } from './day-plan.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import { dayMinutes } from '#core/domain/time/default-times.ts'

export type EventPosition<Event> = GridPosition<Event> & { overlaps: Event[] }

/** A drive in the column of its destination. `room`: the minutes before the drive's end in which its column is otherwise empty. */
export type DrivePosition = Omit<DrivePart, 'kind' | 'miles'> &
  Pick<GridPosition<unknown>, 'column' | 'columns' | 'span'> & { room: number }

/** Places events and drives on a day's grid. Of a tour, only stops and lunch take time for overlaps, and drives between stops are not drawn. */
export function layOutDay<Event extends RecordOfDay>(
  events: readonly Event[],
): { places: EventPosition<Event>[]; drives: DrivePosition[] } {
  const eventEntries = events.map((event) => ({ event, entries: entriesOfDay([event], null) }))
  const places = placeInColumns(events).map((place) =>
    Object.assign(place, { overlaps: overlapping(place.event, eventEntries) }),
  )
  const eventOfFirstEntry = new Map(
    eventEntries.flatMap(({ event, entries }) => entries.slice(0, 1).map(({ key }) => [key, event.key])),
  )
  const parts = planDay(eventEntries.flatMap(({ entries }) => entries))
  const drives = parts.flatMap((part, index): DrivePosition[] => {
    if (part.kind !== 'drive') return []
    const next = parts.slice(index).find((later) => later.kind === 'visit')
    const to = places.find(({ event }) => event.key === eventOfFirstEntry.get(next?.visit.key ?? ''))
    if (to === undefined) return []
    const { kind: _, miles: __, ...drive } = part
    const { column, columns } = to
    const place = { column, columns, span: 1 }
    return [{ ...drive, ...place, room: roomBefore(drive.leaveBy + drive.minutes, place, places) }]
  })
  return { places, drives }
}

/** Returns the minutes between `end` and the last event above it. Events in other columns do not count. */
function roomBefore(end: number, column: Column, places: readonly GridPosition<unknown>[]): number {
  const above = places.filter((place) => place.start < end && shareSpace(place, column))
  return end - Math.max(0, ...above.map(({ start, minutes }) => start + minutes))
}

type Column = Pick<GridPosition<unknown>, 'column' | 'columns' | 'span'>

function shareSpace(one: Column, other: Column): boolean {
  const endOf = ({ column, columns, span }: Column) => (column + span) / columns
  return one.column / one.columns < endOf(other) && other.column / other.columns < endOf(one)
}

type EventEntries<Event> = { event: Event; entries: readonly DayEntry[] }

function overlapping<Event extends Hours>(event: Event, all: readonly EventEntries<Event>[]): Event[] {
  const own = all.find((candidate) => candidate.event === event)?.entries ?? []
  return all
    .filter((other) => other.event !== event && isAtSameTime(event, other.event))
    .filter((other) => other.entries.some((entry) => own.some((ownEntry) => isAtSameTime(ownEntry, entry))))
    .map((other) => other.event)
}

type Hours = Pick<DayEntry, 'start_time' | 'end_time'>

/** Events that touch are not at the same time. Compares whole minutes, as shown on screen, because planned times have seconds. */
function isAtSameTime(one: Hours, other: Hours): boolean {
  const startsBefore = (first: Hours, second: Hours) =>
    Math.floor(minutesOfDay(first.start_time)) < Math.floor(minutesOfDay(second.end_time))
  return startsBefore(one, other) && startsBefore(other, one)
}

type Timed = { start_time: string; end_time: string }

/** The position of an event on the grid of a day. Events at the same time are drawn side by side. */
export type GridPosition<Event> = {
  event: Event
  /** Minutes since midnight. */
  start: number
  minutes: number
  /** Counts from 0; `columns` is the number of columns side by side. */
  column: number
  columns: number
  /** The number of columns it covers: its own and the free ones to the right. */
  span: number
}

/** Shorter events are drawn this long, so that they can be read and pressed. */
const shortestDrawnMinutes = 30

const minutesInDay = 24 * 60

export function placeInColumns<Event extends Timed>(events: readonly Event[]): GridPosition<Event>[] {
  const placed: GridPosition<Event>[] = []
  let group: GridPosition<Event>[] = []
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
  for (const place of placed) place.span = freeColumnsFrom(place, placed)
  return placed
}

function drawnAt<Event extends Timed>(event: Event) {
  // Other servers allow events just before midnight, which must not extend beyond the grid.
  const start = Math.min(minutesOfDay(event.start_time), minutesInDay - shortestDrawnMinutes)
  const minutes = Math.max(minutesOfDay(event.end_time) - start, shortestDrawnMinutes)
  return { event, start, minutes }
}

function byStart(one: { start: number; minutes: number }, other: { start: number; minutes: number }): number {
  return one.start - other.start || other.minutes - one.minutes
}

function freeColumn(group: readonly GridPosition<unknown>[], start: number): number {
  const taken = new Set(group.filter((place) => place.start + place.minutes > start).map(({ column }) => column))
  let column = 0
  while (taken.has(column)) column += 1
  return column
}

function freeColumnsFrom(
  { column, columns, start, minutes }: GridPosition<unknown>,
  placed: readonly GridPosition<unknown>[],
): number {
  const atOnce = placed.filter((other) => other.start < start + minutes && start < other.start + other.minutes)
  const toTheRight = atOnce.map((other) => other.column).filter((other) => other > column)
  return Math.min(columns, ...toTheRight) - column
}

/* The time spans of presses and drags on the grid, in whole minutes since midnight; a day ends at 1440. */

export type Span = { start: number; end: number }

const quarterHour = 15

/** Returns the hour from the start of the half hour that was pressed. */
export function spanAt(minute: number): Span {
  const start = within(Math.floor(minute / 30) * 30, 0, dayMinutes - 30)
  return { start, end: Math.min(start + 60, dayMinutes) }
}

export function spanBetween(from: number, to: number): Span {
  const start = within(Math.floor(Math.min(from, to) / quarterHour) * quarterHour, 0, dayMinutes - quarterHour)
  const end = Math.ceil(Math.max(from, to) / quarterHour) * quarterHour
  return { start, end: within(end, start + quarterHour, dayMinutes) }
}

export function moveSpan({ start, end }: Span, minutes: number): Span {
  const by = within(Math.round(minutes / quarterHour) * quarterHour, -start, dayMinutes - end)
  return { start: start + by, end: end + by }
}

export function resizeSpan({ start, end }: Span, minutes: number): Span {
  const shortest = Math.min(start + quarterHour, dayMinutes)
  return { start, end: within(end + Math.round(minutes / quarterHour) * quarterHour, shortest, dayMinutes) }
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

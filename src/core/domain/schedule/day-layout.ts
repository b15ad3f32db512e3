import { type DayPlace, placeInColumns } from './day-columns.ts'
import { type DayEntry, entriesOfDay, type RecordOfDay } from './day-entries.ts'
import { type DrivePart, planDay } from './day-plan.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'

/** An event on the grid, and what else takes its time. */
export type EventPlace<Event> = DayPlace<Event> & { overlaps: Event[] }

/** A drive, side by side with what it leads to. `room`: minutes before its end in which nothing else is drawn there. */
export type DrivePlace = Omit<DrivePart, 'kind' | 'miles'> &
  Pick<DayPlace<unknown>, 'column' | 'columns' | 'span'> & { room: number }

/**
 * Where everything stands on the grid of a day, in the order of the day. A tour is one event and takes the time of its
 * stops and its lunch, as far as they are drawn: what is planned between them is no clash, and drives from stop to stop are left
 * to the tour.
 */
export function layOutDay<Event extends RecordOfDay>(
  events: readonly Event[],
): { places: EventPlace<Event>[]; drives: DrivePlace[] } {
  const taken = events.map((event) => ({ event, entries: entriesOfDay([event], null) }))
  const places = placeInColumns(events).map((place) =>
    Object.assign(place, { overlaps: overlapping(place.event, taken) }),
  )
  const arrivals = new Map(
    taken.flatMap(({ event, entries }) => entries.slice(0, 1).map(({ key }) => [key, event.key])),
  )
  const parts = planDay(taken.flatMap(({ entries }) => entries))
  const drives = parts.flatMap((part, index): DrivePlace[] => {
    if (part.kind !== 'drive') return []
    const next = parts.slice(index).find((later) => later.kind === 'visit')
    const to = places.find(({ event }) => event.key === arrivals.get(next?.visit.key ?? ''))
    if (to === undefined) return []
    const { kind: _, miles: __, ...drive } = part
    const { column, columns } = to
    const place = { column, columns, span: 1 }
    return [{ ...drive, ...place, room: roomBefore(drive.leaveBy + drive.minutes, place, places) }]
  })
  return { places, drives }
}

/** From the end of what is drawn above it; what stands beside both takes no room. */
function roomBefore(end: number, column: Column, places: readonly DayPlace<unknown>[]): number {
  const above = places.filter((place) => place.start < end && areOneAboveTheOther(place, column))
  return end - Math.max(0, ...above.map(({ start, minutes }) => start + minutes))
}

type Column = Pick<DayPlace<unknown>, 'column' | 'columns' | 'span'>

function areOneAboveTheOther(one: Column, other: Column): boolean {
  const endOf = ({ column, columns, span }: Column) => (column + span) / columns
  return one.column / one.columns < endOf(other) && other.column / other.columns < endOf(one)
}

type Taken<Event> = { event: Event; entries: readonly DayEntry[] }

function overlapping<Event extends Hours>(event: Event, taken: readonly Taken<Event>[]): Event[] {
  const own = taken.find((one) => one.event === event)?.entries ?? []
  return taken
    .filter((other) => other.event !== event && meets(event, other.event))
    .filter((other) => other.entries.some((entry) => own.some((mine) => meets(mine, entry))))
    .map((other) => other.event)
}

type Hours = Pick<DayEntry, 'start_time' | 'end_time'>

/** Ends that touch are no overlap; clocks show whole minutes, and plans follow each other to the second. */
function meets(one: Hours, other: Hours): boolean {
  const startsBefore = (first: Hours, second: Hours) =>
    Math.floor(minutesOfDay(first.start_time)) < Math.floor(minutesOfDay(second.end_time))
  return startsBefore(one, other) && startsBefore(other, one)
}

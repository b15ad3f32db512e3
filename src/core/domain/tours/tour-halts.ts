import type { Property } from '#core/contract/property.ts'
import type { Visit } from '#core/domain/travel/find-clashes.ts'
import { inOrder, stopFieldsOf, type TimedStop, visitBegins } from './timed-stop.ts'
import { secondsOfDay } from '#core/domain/time/wall-clock.ts'
import { placeAfter } from '#core/domain/travel/driving.ts'

/** Another event of the agent's day, which a tour is planned around. */
export type OwnVisit = Pick<Visit, 'key' | 'title' | 'start_time' | 'end_time' | 'place' | 'endPlace'> & {
  listingKey?: string
  property?: Partial<Pick<Property, 'address' | 'city' | 'state' | 'zip_code'>>
}

/** A point of a tour's route: a stop, or an own visit that has a place. */
type Halt<Stop> = ({ kind: 'stop'; stop: Stop } | { kind: 'own'; visit: OwnVisit }) & {
  /** The drive to this point ends at `at`; the next one starts at `from`. They differ if the own visit is another tour. */
  at: TimedStop
  from: TimedStop
}

type Hours = { start_time: string; end_time: string }

/**
 * Returns the own visits within a tour's hours, the last one before and the first one after. Those without a place are left out before the
 * first and after the last of these visits and the stops. Empty if a stop has no time.
 */
export function ownVisitsOfTour<Own extends OwnVisit>(
  { start_time, end_time, stops }: Hours & { stops: readonly TimedStop[] },
  visits: readonly Own[],
): Own[] {
  if (stops.some((stop) => visitBegins(stop) === undefined)) return []
  const located = visits.filter(({ place }) => place !== null)
  const { before, inside, after } = visitsAround(located, spanOf({ start_time, end_time }), spanOf)
  const placed = [before, ...inside, after].filter((visit) => visit !== null)
  const between = ownVisitsBetween([...stops, ...placed.map((visit) => ownHalt(visit).at)], visits)
  return visits.filter((visit) => placed.includes(visit) || (visit.place === null && between.includes(visit)))
}

/** Returns the visits that begin between the first and the last stop's visit. */
export function ownVisitsBetween<Own extends OwnVisit>(stops: readonly TimedStop[], visits: readonly Own[]): Own[] {
  const begins = stops.flatMap((stop) => visitBegins(stop) ?? []).map(secondsOfDay)
  const [first, last] = [Math.min(...begins), Math.max(...begins)]
  return visits.filter(({ start_time }) => secondsOfDay(start_time) >= first && secondsOfDay(start_time) < last)
}

/** Returns the stops in order, with the located own visits between them by time. */
export function routePoints<Stop extends TimedStop>(stops: readonly Stop[], own: readonly OwnVisit[]): Halt<Stop>[] {
  const left = own.filter(({ place }) => place !== null).toSorted(byTimes)
  const halts: Halt<Stop>[] = []
  for (const stop of inOrder(stops)) {
    while (left[0] !== undefined && isBefore(left[0], stop)) halts.push(ownHalt(left.shift()!))
    // After an own visit, ignore the stored drive: it may start at a visit that has changed since.
    const isFromOwn = halts.at(-1)?.kind === 'own'
    halts.push({ kind: 'stop', stop, at: isFromOwn ? { ...stop, drive_minutes: null } : stop, from: stop })
  }
  return [...halts, ...left.map((visit) => ownHalt(visit))]
}

export function ownHalt(visit: OwnVisit): Halt<never> {
  const { key, title, start_time, end_time, place } = visit
  const times = { estimated_arrival: start_time, estimated_departure: end_time }
  const halt = { order: 0, stop_id: key, listing_address: title, ...times }
  return {
    kind: 'own',
    visit,
    at: { ...halt, ...stopFieldsOf(place) },
    from: { ...halt, ...stopFieldsOf(placeAfter(visit)) },
  }
}

function isBefore({ start_time }: OwnVisit, stop: TimedStop): boolean {
  const begins = visitBegins(stop)
  return begins !== undefined && secondsOfDay(start_time) < secondsOfDay(begins)
}

function spanOf({ start_time, end_time }: Hours) {
  return [secondsOfDay(start_time), secondsOfDay(end_time)] as const
}

export function byTimes(one: Hours, other: Hours): number {
  return secondsOfDay(one.start_time) - secondsOfDay(other.start_time)
}

type Span = readonly [from: number, to: number]

/**
 * Returns the visits within a tour's hours, the last one before and the first one after. `before` is null if there is none, or if a visit is in
 * progress when the tour begins; `after` is null if there is none, or if one is in progress when the tour ends.
 */
export function visitsAround<Visit>(visits: readonly Visit[], [start, end]: Span, spanOf: (visit: Visit) => Span) {
  const inside = visits.filter((visit) => {
    const [from, to] = spanOf(visit)
    return Math.max(from, start) < Math.min(to, end)
  })
  const reachesIn = inside.some((visit) => spanOf(visit)[0] <= start)
  const reachesOut = inside.some((visit) => spanOf(visit)[1] >= end)
  const byEnd = visits
    .filter((visit) => spanOf(visit)[1] <= start)
    .toSorted((one, other) => spanOf(one)[1] - spanOf(other)[1] || spanOf(one)[0] - spanOf(other)[0])
  const byStart = visits
    .filter((visit) => spanOf(visit)[0] >= end)
    .toSorted((one, other) => spanOf(one)[0] - spanOf(other)[0] || spanOf(one)[1] - spanOf(other)[1])
  return { before: reachesIn ? null : (byEnd.at(-1) ?? null), inside, after: reachesOut ? null : (byStart[0] ?? null) }
}

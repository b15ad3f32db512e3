import type { Place } from '../domain/drive-estimate.ts'
import { secondsOfDay } from '../domain/wall-clock.ts'
import type { Span } from './plan-types.ts'
import type { PlanningDay } from './tour-planning.ts'

/** Something that the agent has to do on the day. */
export type Engagement = {
  /** Names it among the others: `showing 12`. */
  key: string
  start_time: string
  end_time: string
  /** Null when nobody knows where it is; then its time is taken and no drive is planned. */
  place: Place | null
}

/** A tour that the agent leads on the day already. */
export type OtherTour = {
  status: string
  start_time: string
  end_time: string
  stops: readonly { estimated_arrival?: string; estimated_departure?: string }[]
}

/**
 * The agent's day for the planner. Other tours keep the agent busy from their first door to their last; what lies within
 * one of them was planned with it.
 */
export function planningDay(engagements: readonly Engagement[], tours: readonly OtherTour[]): PlanningDay {
  const led = tours.filter(isLed).map(spanOfTour)
  const others = engagementsBeside(engagements, tours)
  const placed = others.flatMap(({ key, start_time, end_time, place }) =>
    place === null ? [] : [{ id: key, ...place, start: secondsOfDay(start_time), end: secondsOfDay(end_time) }],
  )
  const unplaced = others.filter(({ place }) => place === null).map(spanOf)
  return { busy: inOrder([...unplaced, ...led]), fixed: placed.toSorted(byTime) }
}

/** What the agent does on the day besides leading other tours. */
export function engagementsBeside<One extends Pick<Engagement, 'start_time' | 'end_time'>>(
  engagements: readonly One[],
  tours: readonly OtherTour[],
): One[] {
  const led = tours.filter(isLed).map(spanOfTour)
  return engagements.filter((one) => !led.some((tour) => isWithin(spanOf(one), tour)))
}

/** Whether the tour keeps the agent anywhere. */
export function isLed({ status }: Pick<OtherTour, 'status'>): boolean {
  return status === 'scheduled' || status === 'in_progress'
}

function isWithin([from, to]: Span, [start, end]: Span): boolean {
  return start <= from && to <= end
}

function spanOf({ start_time, end_time }: { start_time: string; end_time: string }): Span {
  return [secondsOfDay(start_time), secondsOfDay(end_time)]
}

function spanOfTour({ start_time, end_time, stops }: OtherTour): Span {
  const arrivals = stops.flatMap(({ estimated_arrival }) => estimated_arrival ?? [])
  const departures = stops.flatMap(({ estimated_departure }) => estimated_departure ?? [])
  if (arrivals.length === 0 || departures.length === 0) return spanOf({ start_time, end_time })
  return [Math.min(...arrivals.map(secondsOfDay)), Math.max(...departures.map(secondsOfDay))]
}

function inOrder(spans: Span[]): Span[] {
  return spans
    .filter(([from, to]) => to > from)
    .toSorted(([one, oneEnd], [other, otherEnd]) => one - other || oneEnd - otherEnd)
}

function byTime(
  one: { start: number; end: number; id: string },
  other: { start: number; end: number; id: string },
): number {
  return one.start - other.start || one.end - other.end || (one.id < other.id ? -1 : 1)
}

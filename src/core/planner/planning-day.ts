import { secondsOfDay } from '#core/domain/time/seconds-of-day.ts'
import { placeAfter, type Whereabouts } from '#core/domain/travel/whereabouts.ts'
import type { FixedVisit, Span } from './plan-types.ts'
import type { PlanningDay } from './tour-planning.ts'

type Hours = { start_time: string; end_time: string }

/** Something that the agent has to do on the day. Without a place its time is taken, and no drive is planned. */
export type Engagement = Hours &
  Whereabouts & {
    /** Names it among the others: `showing 12`. */
    key: string
  }

/** The agent's day for the planner: what is to be met at its place, and when the agent is busy elsewhere. */
export function planningDay(engagements: readonly Engagement[], otherTours: readonly Engagement[]): PlanningDay {
  const day = [...engagementsBeside(engagements, otherTours), ...otherTours]
  const visits = new Map(day.map((one) => [one, fixedVisit(one)]))
  return {
    busy: inOrder(day.filter((one) => visits.get(one) === null).map(spanOf)),
    fixed: [...visits.values()].filter((visit) => visit !== null).toSorted(byTime),
  }
}

function fixedVisit(engagement: Engagement): (FixedVisit & { id: string }) | null {
  const { key, place } = engagement
  const endPlace = placeAfter(engagement)
  if (place === null || endPlace === null) return null
  const [start, end] = spanOf(engagement)
  return { id: key, ...place, start, end, ...(endPlace === place ? {} : { endPlace }) }
}

/** What the agent does on the day besides leading other tours: what lies within one of them was planned with it. */
export function engagementsBeside<One extends Hours>(engagements: readonly One[], tours: readonly Hours[]): One[] {
  const led = tours.map(spanOf)
  return engagements.filter((one) => !led.some((tour) => isWithin(spanOf(one), tour)))
}

/** Whether a tour still keeps the agent anywhere. */
export function isLed({ status }: { status: string }): boolean {
  return status === 'scheduled' || status === 'in_progress'
}

function isWithin([from, to]: Span, [start, end]: Span): boolean {
  return start <= from && to <= end
}

function spanOf({ start_time, end_time }: Hours): Span {
  return [secondsOfDay(start_time), secondsOfDay(end_time)]
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

import { longestVisitMinutes, shortestVisitMinutes } from '#core/contract/tour-preferences.ts'
import type { ListingId } from '#core/planner/plan-types.ts'

/*
 * How long the agent stays at single homes, where that was said. A form keeps texts only, so it is written as JSON there.
 */

export type VisitLengths = { listing_id: ListingId; minutes: number }[]

export function lengthsToText(lengths: VisitLengths): string {
  return JSON.stringify(lengths)
}

/** Empty for a text that says no lengths. */
export function textToLengths(text: string): VisitLengths {
  try {
    const lengths: unknown = JSON.parse(text)
    return Array.isArray(lengths) ? lengths.filter(isLength) : []
  } catch {
    return []
  }
}

function isLength(value: { listing_id?: unknown; minutes?: unknown } | null): value is VisitLengths[number] {
  const { listing_id, minutes } = value ?? {}
  return (typeof listing_id === 'number' || typeof listing_id === 'string') && typeof minutes === 'number'
}

/** With another length for one home; null leaves it to the planner. */
export function withLength(lengths: VisitLengths, listing_id: ListingId, minutes: number | null): VisitLengths {
  const others = lengths.filter((one) => one.listing_id !== listing_id)
  if (minutes === null) return others
  return [...others, { listing_id, minutes }]
}

const stepMinutes = 5

/** A length that is dragged or counted on by so many minutes, in the planner's steps; less than half a step is none. */
export function lengthBy(minutes: number, by: number): number {
  const change = Math.round(by / stepMinutes) * stepMinutes
  return change === 0 ? minutes : Math.min(Math.max(minutes + change, shortestVisitMinutes), longestVisitMinutes)
}

/** Those of the homes that are chosen. */
export function lengthsOf(lengths: VisitLengths, order: readonly ListingId[]): VisitLengths {
  return lengths.filter(({ listing_id }) => order.includes(listing_id))
}

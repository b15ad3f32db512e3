import { longestVisitMinutes, shortestVisitMinutes } from '#core/contract/tour-preferences.ts'
import type { ListingId } from '#core/planner/plan-types.ts'

/* Visit lengths are those that the agent has set. The form stores them as JSON, because form fields are texts. */

export type VisitLengths = { listing_id: ListingId; minutes: number }[]

export function lengthsToText(lengths: VisitLengths): string {
  return JSON.stringify(lengths)
}

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

export function withLength(lengths: VisitLengths, listing_id: ListingId, minutes: number | null): VisitLengths {
  const others = lengths.filter((length) => length.listing_id !== listing_id)
  if (minutes === null) return others
  return [...others, { listing_id, minutes }]
}

const stepMinutes = 5

/** Returns a length changed by `by` minutes, in steps of five minutes, within the allowed lengths. */
export function lengthBy(minutes: number, by: number): number {
  const change = Math.round(by / stepMinutes) * stepMinutes
  return change === 0 ? minutes : Math.min(Math.max(minutes + change, shortestVisitMinutes), longestVisitMinutes)
}

export function lengthsOf(lengths: VisitLengths, listingIds: readonly ListingId[]): VisitLengths {
  return lengths.filter(({ listing_id }) => listingIds.includes(listing_id))
}

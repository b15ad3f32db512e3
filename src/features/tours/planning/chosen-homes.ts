import type { ListingId } from '#core/planner/plan-types.ts'
import { isSameHome } from '#core/domain/homes/same-home.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'

/* The ids of the chosen listings, in the agent's order. The form stores them as JSON text, because its fields are texts. */

export function orderToText(order: readonly ListingId[]): string {
  return JSON.stringify(order)
}

export function textToOrder(text: string): ListingId[] {
  try {
    const order: unknown = JSON.parse(text)
    return Array.isArray(order) ? order.filter(isListingId) : []
  } catch {
    return []
  }
}

function isListingId(value: unknown): value is ListingId {
  return typeof value === 'number' || typeof value === 'string'
}

export function addListing(order: readonly ListingId[], id: ListingId): ListingId[] {
  return order.includes(id) ? [...order] : [...order, id]
}

export function removeListing(order: readonly ListingId[], id: ListingId): ListingId[] {
  return order.filter((other) => other !== id)
}

/** Moves a listing one place earlier (-1) or later (1); unchanged at the ends. */
export function moveListing(order: readonly ListingId[], id: ListingId, by: -1 | 1): ListingId[] {
  const from = order.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= order.length) return [...order]
  const moved = order.filter((other) => other !== id)
  moved.splice(to, 0, id)
  return moved
}

type Home = Pick<TourableListing, 'id' | 'address' | 'city' | 'zipCode'>

/** Returns, for each listing whose home an earlier listing already has, the position of that earlier listing, from 1. */
export function repeatedHomes(listings: readonly Home[]): ReadonlyMap<ListingId, number> {
  const repeated = new Map<ListingId, number>()
  for (const [index, listing] of listings.entries()) {
    const first = listings.findIndex((earlier, place) => place < index && areSameHome(earlier, listing))
    if (first !== -1) repeated.set(listing.id, first + 1)
  }
  return repeated
}

/** Whether two listings are of one home. The house numbers are compared first, because that rules out most pairs quickly. */
export function areSameHome(one: Home, other: Home): boolean {
  return houseNumber(one) === houseNumber(other) && isSameHome(homeOf(one), homeOf(other))
}

function houseNumber({ address }: Home): number {
  return Number.parseInt(address, 10) || 0
}

function homeOf({ address, city, zipCode }: Home) {
  return { address, city, zip_code: zipCode }
}

import type { ListingId } from '#core/planner/plan-types.ts'
import { isSameHome } from '#core/domain/homes/same-home.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'

/*
 * The chosen listings in the agent's order. A form keeps texts only, so that its draft can be kept as it is; there the
 * order is written as JSON.
 */

export function orderToText(order: readonly ListingId[]): string {
  return JSON.stringify(order)
}

/** Empty for a text that is no order. */
export function textToOrder(text: string): ListingId[] {
  try {
    const order: unknown = JSON.parse(text)
    return Array.isArray(order) ? order.filter(isRef) : []
  } catch {
    return []
  }
}

function isRef(value: unknown): value is ListingId {
  return typeof value === 'number' || typeof value === 'string'
}

/** Last of the order, once. */
export function addListing(order: readonly ListingId[], id: ListingId): ListingId[] {
  return order.includes(id) ? [...order] : [...order, id]
}

export function removeListing(order: readonly ListingId[], id: ListingId): ListingId[] {
  return order.filter((other) => other !== id)
}

/** One place earlier (-1) or later (1); as it was at the ends. */
export function moveListing(order: readonly ListingId[], id: ListingId, by: -1 | 1): ListingId[] {
  const from = order.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= order.length) return [...order]
  const moved = order.filter((other) => other !== id)
  moved.splice(to, 0, id)
  return moved
}

type Home = Pick<TourableListing, 'id' | 'address' | 'city' | 'zipCode'>

/** By id of each home that is one of the others before it, under another listing: the place of that one, from 1. */
export function repeatedHomes(listings: readonly Home[]): ReadonlyMap<ListingId, number> {
  const repeated = new Map<ListingId, number>()
  for (const [index, listing] of listings.entries()) {
    const first = listings.findIndex((earlier, place) => place < index && isSameDoor(earlier, listing))
    if (first !== -1) repeated.set(listing.id, first + 1)
  }
  return repeated
}

/** True for two listings of one home; the house number alone tells nearly all others apart, and is read fast. */
export function isSameDoor(one: Home, other: Home): boolean {
  return houseNumber(one) === houseNumber(other) && isSameHome(homeOf(one), homeOf(other))
}

function houseNumber({ address }: Home): number {
  return Number.parseInt(address, 10) || 0
}

function homeOf({ address, city, zipCode }: Home) {
  return { address, city, zip_code: zipCode }
}

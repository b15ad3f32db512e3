import { isSameHome } from '#core/domain/homes/same-home.ts'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'

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

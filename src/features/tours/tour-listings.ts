import { type HomeAddress, placeOfHome, type PlaceFinder } from '#core/domain/travel/place-of-home.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import type { ListingId } from '#core/planner/plan-types.ts'

/** Returns the chosen listings, with approximate locations for those that have none (reading R24). */
export function locatedListings(chosen: readonly TourableListing[], finder: PlaceFinder): TourableListing[] {
  return chosen.map((listing) => {
    if (!hasNoPlace(listing)) return listing
    const place = placeOfHome(asHome(listing), finder)
    return place === null ? listing : { ...listing, ...place }
  })
}

/** Replaces each chosen listing by its copy in `located`, if there is one. */
export function withLocatedCopies(
  chosen: readonly TourableListing[],
  located: readonly TourableListing[],
): TourableListing[] {
  const byId = new Map(located.map((listing) => [listing.id, listing]))
  return chosen.map((home) => byId.get(home.id) ?? home)
}

export function hasNoPlace({ latitude }: Pick<TourableListing, 'latitude'>): boolean {
  return latitude === null
}

export function asHome({ address, city, state, zipCode, latitude, longitude }: TourableListing): HomeAddress {
  return { address, city, state, zip_code: zipCode, latitude, longitude }
}

export function listingLabel({ id, address }: Pick<TourableListing, 'id' | 'address'>): string {
  return address === '' ? `Listing ${id}` : address
}

export function labelsOf(listings: readonly TourableListing[]): (id: ListingId) => string {
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  return (id) => listingLabel(byId.get(id) ?? { id, address: '' })
}

import { type HomeAddress, placeOfHome, type PlaceFinder } from '#core/domain/travel/place-of-home.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import type { ListingId } from '#core/planner/plan-types.ts'

/** The chosen listings with an approximate place for those that have none of their own (reading R24). */
export function locatedListings(chosen: readonly TourableListing[], finder: PlaceFinder): TourableListing[] {
  return chosen.map((listing) => {
    if (!hasNoPlace(listing)) return listing
    const place = placeOfHome(asHome(listing), finder)
    return place === null ? listing : { ...listing, ...place }
  })
}

/** The chosen homes as they are shown: with their places, and with those that are not listed any more. */
export function withPlaces(chosen: readonly TourableListing[], located: readonly TourableListing[]): TourableListing[] {
  const byId = new Map(located.map((listing) => [listing.id, listing]))
  return chosen.map((home) => byId.get(home.id) ?? home)
}

export function hasNoPlace({ latitude }: Pick<TourableListing, 'latitude'>): boolean {
  return latitude === null
}

export function asHome({ address, city, state, zipCode, latitude, longitude }: TourableListing): HomeAddress {
  return { address, city, state, zip_code: zipCode, latitude, longitude }
}

/** The address, or 'Listing 7' where there is none. */
export function listingLabel({ id, address }: Pick<TourableListing, 'id' | 'address'>): string {
  return address === '' ? `Listing ${id}` : address
}

/** The label of any of these listings, by its id. */
export function labelsOf(listings: readonly TourableListing[]): (id: ListingId) => string {
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  return (id) => listingLabel(byId.get(id) ?? { id, address: '' })
}

import { middleOfCities, type PlaceFinder, placeOfHome } from '#core/domain/place-of-home.ts'
import type { TourableListing } from '#storage/tourable-listings.ts'

/** A listing with the place that the planner works with. */
export type LocatedListing = TourableListing & {
  /** The middle of its ZIP code or its city stands in for the home's own place. */
  isApproximate: boolean
}

/**
 * The chosen listings with a place for those that have none of their own (reading R24); `all` are the homes that tell
 * where a city is, `placeOfZip` is null until the places of ZIP codes are loaded, and where they cannot be.
 */
export function locatedListings(
  chosen: readonly TourableListing[],
  all: readonly TourableListing[],
  placeOfZip: PlaceFinder['placeOfZip'] | null,
): LocatedListing[] {
  const placeOfCity = chosen.some(hasNoPlace) ? middleOfCities(all) : () => null
  return chosen.map((listing) => {
    const home = { ...listing, zip_code: listing.zipCode }
    const place = placeOfHome(home, { placeOfZip: placeOfZip ?? (() => null), placeOfCity })
    if (place === null) return { ...listing, isApproximate: false }
    return { ...listing, latitude: place.latitude, longitude: place.longitude, isApproximate: place.isApproximate }
  })
}

export function hasNoPlace({ latitude }: Pick<TourableListing, 'latitude'>): boolean {
  return latitude === null
}

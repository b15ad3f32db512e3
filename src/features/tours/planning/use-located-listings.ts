import { useEffect, useMemo, useState } from 'react'
import { middleOfCities, type PlaceFinder, placeOfHome } from '#core/domain/place-of-home.ts'
import type { TourableListing } from '#storage/tourable-listings.ts'
import { loadZipPlaces } from '../zip-places.ts'

/** A listing with the place that the planner works with. */
type LocatedListing = TourableListing & {
  /** The middle of its ZIP code or its city stands in for the home's own place. */
  isApproximate: boolean
}

/**
 * The chosen listings with a place for those that have none of their own (reading R24); `all` are the homes that tell
 * where a city is.
 */
export function useLocatedListings(
  chosen: readonly TourableListing[],
  all: readonly TourableListing[] | undefined,
): LocatedListing[] {
  const placeOfZip = useZipPlaces(chosen.some(hasNoPlace))
  return useMemo(() => locatedListings(chosen, all ?? [], placeOfZip), [chosen, all, placeOfZip])
}

/** The same where the places of ZIP codes are loaded; null where they cannot be. */
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

function hasNoPlace({ latitude }: TourableListing): boolean {
  return latitude === null
}

/** Null until it is loaded, and where it cannot be. */
function useZipPlaces(isNeeded: boolean): PlaceFinder['placeOfZip'] | null {
  const [places, setPlaces] = useState<{ placeOfZip: PlaceFinder['placeOfZip'] } | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    loadZipPlaces().then(
      (placeOfZip) => setPlaces({ placeOfZip }),
      (error: unknown) => console.warn('The places of ZIP codes could not be loaded.', error),
    )
  }, [isNeeded])
  return places?.placeOfZip ?? null
}

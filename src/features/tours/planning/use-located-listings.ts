import { useEffect, useMemo, useState } from 'react'
import type { PlaceFinder } from '#core/domain/place-of-home.ts'
import type { TourableListing } from '#storage/tourable-listings.ts'
import { loadZipPlaces } from '../zip-places.ts'
import { hasNoPlace, type LocatedListing, locatedListings } from './located-listings.ts'

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

import { useMemo } from 'react'
import { noPlaces } from '#core/domain/travel/place-of-home.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { placeFinder } from '#storage/homes/place-finder.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { asHome, hasNoPlace, locatedListings } from '#features/tours/located-listings.ts'

/** The chosen listings with an approximate place for those that have none of their own (reading R24). */
export function useLocatedListings(chosen: readonly TourableListing[]): TourableListing[] {
  const { database } = useDevice()
  const homes = useMemo(() => chosen.filter(hasNoPlace).map(asHome), [chosen])
  const finder = useLiveQuery(async () => placeFinder(database, homes), [database, homes]) ?? noPlaces
  return useMemo(() => locatedListings(chosen, finder), [chosen, finder])
}

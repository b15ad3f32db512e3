import { estimateDrive, type Place } from '#core/domain/travel/driving.ts'
import type { PlanInput, TravelMatrix } from './plan-types.ts'

type Placed = Pick<PlanInput, 'stops' | 'fixed' | 'startPlace' | 'endPlace'>

/**
 * Returns the places of a day in the order of the travel matrix: stops, fixed visits, start, end, and the end places of fixed visits
 * that end elsewhere. Null for an unknown place.
 */
export function placesOf({ stops, fixed = [], startPlace, endPlace }: Placed): (Place | null)[] {
  const ends = [startPlace, endPlace, ...fixed.map((visit) => visit.endPlace)].filter((place) => place !== undefined)
  return [...stops, ...fixed, ...ends].map(knownPlace)
}

type MaybePlace = Omit<Place, 'latitude' | 'longitude'> & { latitude: number | null; longitude: number | null }

function knownPlace({ latitude, longitude, uncertaintyMiles, home }: MaybePlace): Place | null {
  if (latitude === null || longitude === null) return null
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null
  return uncertaintyMiles ? { latitude, longitude, uncertaintyMiles, home } : { latitude, longitude }
}

/**
 * Estimates the drives between all places, without a network and equally on every machine. To an unknown place, they
 * are infinite.
 */
export function estimateMatrix(places: readonly (Place | null)[]): TravelMatrix {
  const drives = places.map((from, row) =>
    places.map((to, column) => {
      if (row === column) return { seconds: 0, metres: 0 }
      return from === null || to === null ? { seconds: Infinity, metres: Infinity } : estimateDrive(from, to)
    }),
  )
  return {
    seconds: drives.map((row) => row.map(({ seconds }) => seconds)),
    metres: drives.map((row) => row.map(({ metres }) => metres)),
  }
}

export type TravelProvider = (places: readonly (Place | null)[]) => Promise<TravelMatrix>

export const estimatedTravel: TravelProvider = async (places) => estimateMatrix(places)

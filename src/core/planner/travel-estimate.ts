import { estimateDrive, type Place } from '../domain/drive-estimate.ts'
import type { PlanInput, TravelMatrix } from './plan-types.ts'

/** The places of a plan in the order of its matrix: stops, fixed visits, start place, end place. */
export function placesOf(input: Pick<PlanInput, 'stops' | 'fixed' | 'startPlace' | 'endPlace'>): (Place | null)[] {
  const ends = [input.startPlace, input.endPlace].filter((place) => place !== undefined)
  return [...input.stops, ...(input.fixed ?? []), ...ends].map(knownPlace)
}

function knownPlace({ latitude, longitude }: { latitude: number | null; longitude: number | null }): Place | null {
  if (latitude === null || longitude === null) return null
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null
}

/** Every drive estimated: offline, the same on every machine. Nothing leads to or from an unknown place. */
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

/** Where the drives of a plan come from: the estimate, a routing server. */
export type TravelProvider = (places: readonly (Place | null)[], signal?: AbortSignalLike) => Promise<TravelMatrix>

type AbortSignalLike = { readonly aborted: boolean }

export const estimatedTravel: TravelProvider = async (places) => estimateMatrix(places)

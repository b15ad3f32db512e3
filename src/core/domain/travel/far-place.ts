import { milesBetween, type Place } from './drive-estimate.ts'

/** A place that hardly is where its home should be. `corrected` differs in the sign of the longitude only, and fits. */
export type FarPlace = { miles: number; corrected: Place | null }

/**
 * How far a place beyond the area of its home is from the middle of that area; null where it fits. An area is a disc with
 * the radius `uncertaintyMiles`.
 */
export function farPlace(place: Place, area: Place): FarPlace | null {
  if (fits(place, area)) return null
  const mirrored = { ...place, longitude: -place.longitude }
  return { miles: Math.round(milesBetween(place, area)), corrected: fits(mirrored, area) ? mirrored : null }
}

/**
 * The radius of a ZIP code is at most 5 miles here, and large ones in the country reach some 30 miles farther. A lost sign,
 * swapped digits or the agent's own place in another town are usually farther off.
 */
const milesBeyond = 30

function fits(place: Place, area: Place): boolean {
  return milesBetween(place, area) <= (area.uncertaintyMiles ?? 0) + milesBeyond
}

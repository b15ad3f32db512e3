import { milesBetween, type Place } from './driving.ts'

/** Of latitude; of longitude at the equator. */
const metersPerDegree = 111_195

/** The place this many meters farther. */
export function movedBy({ latitude, longitude }: Place, meters: { east: number; north: number }): Place {
  return {
    latitude: Math.min(Math.max(latitude + meters.north / metersPerDegree, -89), 89),
    longitude: longitude + meters.east / (metersPerDegree * stretchAt(latitude)),
  }
}

/** How far a place is from another, in meters east and north; exact enough for a town. */
export function metersFrom(from: Place, to: Place): { east: number; north: number } {
  return {
    east: (to.longitude - from.longitude) * metersPerDegree * stretchAt(from.latitude),
    north: (to.latitude - from.latitude) * metersPerDegree,
  }
}

export function distanceMeters(one: Place, other: Place): number {
  const { east, north } = metersFrom(one, other)
  return Math.hypot(east, north)
}

/** "85 meters southwest of 9 Elm St"; "at 9 Elm St" where it is the same place. */
export function placeBeside(place: Place, beside: { label: string; place: Place }): string {
  const { east, north } = metersFrom(beside.place, place)
  const meters = Math.hypot(east, north)
  if (meters < 1) return `at ${beside.label}`
  const distance = meters >= 1000 ? `${(meters / 1000).toFixed(1)} kilometers` : `${Math.round(meters)} meters`
  return `${distance} ${direction(east, north)} of ${beside.label}`
}

const directions = ['east', 'northeast', 'north', 'northwest', 'west', 'southwest', 'south', 'southeast']

function direction(east: number, north: number): string {
  const eighth = Math.round((Math.atan2(north, east) / Math.PI) * 4)
  return directions[(eighth + 8) % 8] ?? ''
}

function stretchAt(latitude: number): number {
  return Math.cos((latitude * Math.PI) / 180)
}

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

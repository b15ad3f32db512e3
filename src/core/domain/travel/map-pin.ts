import { milesBetween, type Place } from './driving.ts'

/** Meters per degree of latitude, and at the equator also of longitude. */
const metersPerDegree = 111_195

export function movePlace({ latitude, longitude }: Place, meters: { east: number; north: number }): Place {
  return {
    latitude: Math.min(Math.max(latitude + meters.north / metersPerDegree, -89), 89),
    longitude: longitude + meters.east / (metersPerDegree * longitudeScale(latitude)),
  }
}

/** Meters from one place to another; exact enough for a town. */
export function metersFrom(from: Place, to: Place): { east: number; north: number } {
  return {
    east: (to.longitude - from.longitude) * metersPerDegree * longitudeScale(from.latitude),
    north: (to.latitude - from.latitude) * metersPerDegree,
  }
}

export function distanceMeters(one: Place, other: Place): number {
  const { east, north } = metersFrom(one, other)
  return Math.hypot(east, north)
}

/** "85 meters southwest of 9 Elm St", or "at 9 Elm St" for the same place. */
export function formatPlaceBeside(place: Place, beside: { label: string; place: Place }): string {
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

function longitudeScale(latitude: number): number {
  return Math.cos((latitude * Math.PI) / 180)
}

/** A place too far from its home's area. `corrected`: the place with the other sign of its longitude, if that fits the area. */
export type FarPlace = { miles: number; corrected: Place | null }

/** Returns null if the place fits the area, a disc with the radius `uncertaintyMiles`. `miles` is the distance to its middle. */
export function farPlace(place: Place, area: Place): FarPlace | null {
  if (fits(place, area)) return null
  const mirrored = { ...place, longitude: -place.longitude }
  return { miles: Math.round(milesBetween(place, area)), corrected: fits(mirrored, area) ? mirrored : null }
}

/** `uncertaintyMiles` of a ZIP code is at most 5, but large rural ZIP codes reach 30 miles farther. A wrong sign or digit is usually farther off. */
const toleranceMiles = 30

function fits(place: Place, area: Place): boolean {
  return milesBetween(place, area) <= (area.uncertaintyMiles ?? 0) + toleranceMiles
}

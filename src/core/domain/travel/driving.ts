/** Coordinates in degrees. `uncertaintyMiles` is the radius of an approximate place; `home` identifies the home whose location it approximates. */
export type Place = {
  latitude: number
  longitude: number
  uncertaintyMiles?: number | undefined
  home?: string | undefined
}

/** Seconds of whole minutes, and whole meters. */
export type Drive = { seconds: number; metres: number }

/**
 * Estimates a drive without a map or a network; 0 from a place to itself. Roads are longer than straight lines, short ones more so: 1.2 follows
 * published averages of the United States (Newell; O'Sullivan), the rest Giacomin & Levinson 2015. The speeds are our own assumption.
 * With an approximate end, the drive is a typical one: two random homes in a disc of radius r are 0.905 r apart on average, so each end with the
 * radius r adds (0.64 r)² to the square of the distance: 2 · 0.64² = 0.905². Whole minutes: a drive is planned with the figure that screens show.
 */
export function estimateDrive(from: Place, to: Place): Drive {
  if (isSamePlace(from, to)) return { seconds: 0, metres: 0 }
  const straight = typicalMiles(from, to)
  const road = straight * (1.2 + 0.9 / (3 + straight))
  return {
    seconds: wholeMinutes((road / milesPerHour(road)) * 3600 + secondsToParkAndStart),
    metres: Math.round(road * metersPerMile),
  }
}

/** Rounds up to whole minutes; a part of a second does not count. */
export function wholeMinutes(seconds: number): number {
  return Math.ceil(Math.round(seconds) / 60) * 60
}

/** Two homes with the same approximate location, such as the middle of their ZIP code, are at different places. */
function isSamePlace(from: Place, to: Place): boolean {
  if (from.latitude !== to.latitude || from.longitude !== to.longitude) return false
  const isExact = !from.uncertaintyMiles && !to.uncertaintyMiles
  return isExact || (from.home !== undefined && from.home === to.home)
}

export function isApproximateDrive(from: Place, to: Place): boolean {
  return !isSamePlace(from, to) && ((from.uncertaintyMiles ?? 0) > 0 || (to.uncertaintyMiles ?? 0) > 0)
}

function typicalMiles(from: Place, to: Place): number {
  const straight = milesBetween(from, to)
  const spread = (place: Place) => meanShare * (place.uncertaintyMiles ?? 0)
  // With exact ends, `hypot` could change the last bit of the distance.
  return isApproximateDrive(from, to) ? Math.hypot(straight, spread(from), spread(to)) : straight
}

/** 0.905 / √2, see `estimateDrive`. */
const meanShare = 0.64

export function driveMinutes(from: Place, to: Place): number {
  return estimateDrive(from, to).seconds / 60
}

/** A drive as it is shown. `isApproximate` is absent if both ends are exact. */
export type DriveFigures = { minutes: number; miles: number; isApproximate?: true | undefined }

/** Miles have one decimal; null from a place to itself. */
export function driveFigures(from: Place, to: Place): DriveFigures | null {
  const minutes = driveMinutes(from, to)
  if (minutes === 0) return null
  const miles = Math.round((estimateDrive(from, to).metres / metersPerMile) * 10) / 10
  return { minutes, miles, ...(isApproximateDrive(from, to) ? { isApproximate: true } : {}) }
}

export const metersPerMile = 1609.344

const secondsToParkAndStart = 120

function milesPerHour(roadMiles: number): number {
  if (roadMiles <= 2) return 22
  if (roadMiles <= 10) return 22 + ((roadMiles - 2) / 8) * 12
  return 34 + (Math.min(roadMiles - 10, 20) / 20) * 16
}

const earthRadiusMiles = 3958.8

/** Along the great circle (haversine). */
export function milesBetween(from: Place, to: Place): number {
  const north = radians(to.latitude - from.latitude)
  const east = radians(to.longitude - from.longitude)
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(chord)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

export type VisitPlaces = {
  /** Where the visit is, or where a tour begins; null if unknown. */
  place: Place | null
  /** Where a tour ends; null if unknown, absent for other visits. */
  endPlace?: Place | null | undefined
}

export function placeAfter({ place, endPlace }: VisitPlaces): Place | null {
  return endPlace === undefined ? place : endPlace
}

/** A link to directions: to the address, which people can check, else to the coordinates. */
export function directionsLink(address: string | null, place: Place | null): string | null {
  const destination = address ?? (place === null ? null : `${place.latitude},${place.longitude}`)
  return destination === null ? null : directionsTo(destination)
}

export function directionsTo(destination: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
}

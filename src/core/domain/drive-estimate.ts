/** A place on the map, in degrees. */
export type Place = { latitude: number; longitude: number }

/** A drive in whole seconds and metres. */
export type Drive = { seconds: number; metres: number }

/**
 * A drive without a map and without a network; none from a place to itself. Roads are longer than the crow's way, short ones more so: 1.2 follows
 * published averages of the United States (Newell; O'Sullivan), the rest Giacomin & Levinson 2015. The speeds are our
 * own assumption.
 */
export function estimateDrive(from: Place, to: Place): Drive {
  if (from.latitude === to.latitude && from.longitude === to.longitude) return { seconds: 0, metres: 0 }
  const straight = milesBetween(from, to)
  const road = straight * (1.2 + 0.9 / (3 + straight))
  return {
    seconds: Math.round((road / milesPerHour(road)) * 3600) + secondsToParkAndStart,
    metres: Math.round(road * metresPerMile),
  }
}

/** Whole minutes of a drive, the begun one included. */
export function driveMinutes(from: Place, to: Place): number {
  return Math.ceil(estimateDrive(from, to).seconds / 60)
}

export const metresPerMile = 1609.344

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

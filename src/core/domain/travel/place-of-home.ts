import { milesBetween, type Place } from './driving.ts'

export type HomeAddress = {
  address?: string | null | undefined
  latitude?: number | string | null | undefined
  longitude?: number | string | null | undefined
  zip_code?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
}

/** Finds approximate places for homes without coordinates: the middle of a ZIP code, and of a city's known homes. */
export type PlaceFinder = {
  placeOfZip: (zip: string) => Place | null
  placeOfCity: (city: string, state?: string | null) => Place | null
}

export const noPlaces: PlaceFinder = { placeOfZip: () => null, placeOfCity: () => null }

/** A home's exact place, else the middle of its ZIP code or city, which must not be stored as the home's own location; null if unknown. */
export function placeOfHome(home: HomeAddress, { placeOfZip, placeOfCity }: PlaceFinder): Place | null {
  const exact = exactPlace(home)
  if (exact !== null) return exact
  // The name distinguishes homes with the same approximate place.
  const near =
    (home.zip_code ? placeOfZip(home.zip_code) : null) ?? (home.city ? placeOfCity(home.city, home.state) : null)
  return near && { ...near, ...(home.address ? { home: homeName(home.address) } : {}) }
}

export function isApproximate(place: Pick<Place, 'uncertaintyMiles'> | null | undefined): boolean {
  return (place?.uncertaintyMiles ?? 0) > 0
}

export function exactPlace({ latitude, longitude }: HomeAddress): Place | null {
  if (latitude === null || latitude === undefined || latitude === '') return null
  if (longitude === null || longitude === undefined || longitude === '') return null
  const place = { latitude: Number(latitude), longitude: Number(longitude) }
  const isPlace = Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180
  // (0, 0) is in the sea off Africa; some systems write it for "unknown".
  return isPlace && (place.latitude !== 0 || place.longitude !== 0) ? place : null
}

/** Returns the address with uniform case and spaces. */
export function homeName(address: string): string {
  return address.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** Returns a `placeOfCity` function; the place is the middle of those `homes` in the city that have coordinates. */
export function middleOfCities(homes: readonly HomeAddress[]): PlaceFinder['placeOfCity'] {
  const cities = new Map<string, { state: string; place: Place }[]>()
  for (const home of homes) {
    const place = exactPlace(home)
    if (place === null || !home.city) continue
    const known = cities.get(plain(home.city)) ?? []
    cities.set(plain(home.city), known)
    known.push({ state: plain(home.state), place })
  }
  const middles = new Map<string, Place | null>()
  return (city, state) => {
    const stateName = plain(state)
    const name = `${plain(city)}\n${stateName}`
    const found = middles.get(name)
    if (found !== undefined) return found
    const known = (cities.get(plain(city)) ?? []).filter(
      (home) => stateName === '' || home.state === '' || home.state === stateName,
    )
    const middle = known.length === 0 ? null : middleOf(known.map(({ place }) => place))
    middles.set(name, middle)
    return middle
  }
}

/**
 * Returns the mean of the homes around the most central one, so that a home with wrong coordinates does not move it. The radius is
 * 1.5 times the mean distance, because homes in a disc are on average two thirds of its radius from its middle. Rounded, so that
 * device and server agree in any order of the homes.
 */
function middleOf(places: readonly Place[]): Place {
  const central = mostCentral(places)
  const near = places.filter((place) => milesBetween(place, central) <= maxCityMiles)
  const mean = (of: (place: Place) => number) => near.reduce((sum, place) => sum + of(place), 0) / near.length
  const latitude = rounded(
    mean((place) => place.latitude),
    1000,
  )
  const longitude = rounded(
    mean((place) => place.longitude),
    1000,
  )
  const spread = mean((place) => milesBetween(place, { latitude, longitude }))
  return { latitude, longitude, uncertaintyMiles: radius(1.5 * spread, cityRadiusMiles) }
}

/** Returns the home nearest to the median latitude and longitude, which may be those of two different homes. */
function mostCentral(places: readonly Place[]): Place {
  const sorted = places.toSorted((one, other) => one.latitude - other.latitude || one.longitude - other.longitude)
  const middle = Math.floor((sorted.length - 1) / 2)
  const longitudes = sorted.map(({ longitude }) => longitude).toSorted((one, other) => one - other)
  const median = { latitude: sorted[middle]!.latitude, longitude: longitudes[middle]! }
  return sorted.reduce((best, place) => (milesBetween(place, median) < milesBetween(best, median) ? place : best))
}

/** Returns a function that finds the middle of a ZIP code, which may be written "95838-1234". `places` are keyed by ZIP code as a number. */
export function placesByZip(places: ReadonlyMap<number, Place>): PlaceFinder['placeOfZip'] {
  const found = new Map<number, Place | null>()
  return (zip) => {
    const code = Number(/^\s*(\d{5})(-\d{4})?\s*$/.exec(zip)?.[1] ?? NaN)
    const known = found.get(code)
    if (known !== undefined) return known
    const middle = places.get(code)
    const place = middle === undefined ? null : { ...middle, uncertaintyMiles: zipRadius(code, middle, places) }
    found.set(code, place)
    return place
  }
}

/** Returns the radius of a ZIP code: half the distance to the middle of the nearest other one. */
function zipRadius(code: number, middle: Place, places: ReadonlyMap<number, Place>): number {
  let nearest = 2 * zipRadiusMiles.most
  for (const [other, place] of places) {
    // Skips ZIP codes more than ten miles away with a cheap check, because there are 34,000 ZIP codes.
    if (other === code || Math.abs(place.latitude - middle.latitude) > 0.2) continue
    nearest = Math.min(nearest, milesBetween(middle, place))
  }
  return radius(nearest / 2, zipRadiusMiles)
}

const zipRadiusMiles = { least: 0.3, most: 5 }
const cityRadiusMiles = { least: 1, most: 10 }
/** Homes farther from the most central one have wrong coordinates: even Los Angeles is only 44 miles long. */
const maxCityMiles = 30

function radius(miles: number, { least, most }: { least: number; most: number }): number {
  return rounded(Math.min(Math.max(miles, least), most), 100)
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}

function plain(text: string | null | undefined): string {
  return text?.trim().toLowerCase() ?? ''
}

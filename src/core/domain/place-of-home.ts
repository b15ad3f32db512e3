import type { Place } from './drive-estimate.ts'

/** What a home says of where it is. */
type HomeAddress = {
  latitude?: number | string | null | undefined
  longitude?: number | string | null | undefined
  zip_code?: string | null | undefined
  city?: string | null | undefined
}

/** Where to look when a home has no coordinates: the ZIP code's middle, then the city's other homes. */
export type PlaceFinder = {
  placeOfZip: (zip: string) => Place | null
  placeOfCity: (city: string) => Place | null
}

type FoundPlace = Place & {
  /** To be marked 'approximate location'. */
  isApproximate: boolean
}

/** Where a home is, as exactly as is known; null when it is unknown. */
export function placeOfHome(home: HomeAddress, { placeOfZip, placeOfCity }: PlaceFinder): FoundPlace | null {
  const exact = knownPlace(home)
  if (exact !== null) return { ...exact, isApproximate: false }
  const near = (home.zip_code ? placeOfZip(home.zip_code) : null) ?? (home.city ? placeOfCity(home.city) : null)
  return near === null ? null : { ...near, isApproximate: true }
}

/** The middle of the homes of each city whose place is known. */
export function middleOfCities(homes: readonly HomeAddress[]): PlaceFinder['placeOfCity'] {
  const cities = new Map<string, Place[]>()
  for (const home of homes) {
    const place = knownPlace(home)
    if (place === null || !home.city) continue
    cities.set(cityKey(home.city), [...(cities.get(cityKey(home.city)) ?? []), place])
  }
  return (city) => {
    const places = cities.get(cityKey(city))
    if (places === undefined) return null
    const middle = (of: (place: Place) => number) => places.reduce((sum, place) => sum + of(place), 0) / places.length
    return { latitude: middle(({ latitude }) => latitude), longitude: middle(({ longitude }) => longitude) }
  }
}

/** `placeOfZip` of a table by the numbers of the codes; a code may be written "95838-1234". */
export function placesByZip(places: ReadonlyMap<number, Place>): PlaceFinder['placeOfZip'] {
  return (zip) => {
    const code = /^\s*(\d{5})(-\d{4})?\s*$/.exec(zip)?.[1]
    return code === undefined ? null : (places.get(Number(code)) ?? null)
  }
}

function knownPlace({ latitude, longitude }: HomeAddress): Place | null {
  if (latitude === null || latitude === undefined || latitude === '') return null
  if (longitude === null || longitude === undefined || longitude === '') return null
  const place = { latitude: Number(latitude), longitude: Number(longitude) }
  const isPlace = Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180
  // Zero and zero lies in the sea off Africa: it is how some systems write "unknown".
  return isPlace && (place.latitude !== 0 || place.longitude !== 0) ? place : null
}

function cityKey(city: string): string {
  return city.trim().toLowerCase()
}

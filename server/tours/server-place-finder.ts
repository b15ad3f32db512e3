import { type Kysely, sql } from 'kysely'
import {
  exactPlace,
  type HomeAddress,
  middleOfCities,
  noPlaces,
  type PlaceFinder,
} from '#core/domain/travel/place-of-home.ts'
import type { Tables } from '#server/database/tables.ts'
import { isVisibleTo } from '#server/properties/visible-property.ts'
import { loadZipPlaces } from './server-zip-places.ts'

/** The middle of a city is computed from at most this many homes; more do not change it noticeably. */
const maxHomesOfCity = 20_000

/** Locates homes by ZIP code, else by city. Reads the catalog only for the cities of homes with neither coordinates nor a known ZIP code. */
export async function placeFinder(
  db: Kysely<Tables>,
  agentId: number,
  homes: readonly HomeAddress[],
): Promise<PlaceFinder> {
  const unplaced = homes.filter((home) => exactPlace(home) === null)
  if (unplaced.length === 0) return noPlaces
  const placeOfZip = await loadZipPlaces()
  const cities = unplaced
    .filter(({ zip_code }) => !zip_code || placeOfZip(zip_code) === null)
    .flatMap(({ city }) => (city ? [city.trim().toLowerCase()] : []))
  if (cities.length === 0) return { ...noPlaces, placeOfZip }
  const locatedHomes = await db
    .selectFrom('properties')
    .select(['city', 'state', 'latitude', 'longitude'])
    .where(sql`lower(trim(city))`, 'in', [...new Set(cities)])
    .where('latitude', 'is not', null)
    .where(isVisibleTo(agentId))
    .orderBy('id')
    .limit(maxHomesOfCity)
    .execute()
  return { placeOfZip, placeOfCity: middleOfCities(locatedHomes) }
}

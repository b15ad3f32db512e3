import { Dexie } from 'dexie'
import { zipPlacesFile } from '#core/domain/addresses/zip-tables.ts'
import {
  exactPlace,
  type HomeAddress,
  middleOfCities,
  noPlaces,
  type PlaceFinder,
} from '#core/domain/travel/place-of-home.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { readAllRows } from '#storage/reading/read-in-steps.ts'
import { loadZipPlaces, cachedZipPlaces } from './zip-places.ts'

/**
 * Returns a finder for the approximate locations of these homes, without waiting for a network. It reads the catalog only if a
 * home's ZIP code is unknown. A live query that calls this runs again once the locations of ZIP codes are loaded. The middle of
 * a city is computed from the homes that `isCounted` accepts.
 */
export async function placeFinder(
  database: DeviceDatabase,
  homes: readonly HomeAddress[],
  isCounted: (home: HomeAddress) => boolean = () => true,
): Promise<PlaceFinder> {
  const unplaced = homes.filter((home) => exactPlace(home) === null)
  if (unplaced.length === 0) return noPlaces
  const placeOfZip = await zipPlaces(database)
  const needsCity = ({ zip_code, city }: HomeAddress) => city && (!zip_code || placeOfZip(zip_code) === null)
  return {
    placeOfZip,
    placeOfCity: unplaced.some(needsCity) ? await placesOfCities(database, isCounted) : noPlaces.placeOfCity,
  }
}

const loadedFact = 'zip_places'

async function zipPlaces(database: DeviceDatabase): Promise<PlaceFinder['placeOfZip']> {
  // The value is not used; reading it makes a live query run again when it is written.
  await database.facts.get(loadedFact)
  // Dexie does not see reads after a promise that is not its own.
  const cached = await Dexie.Promise.resolve(cachedZipPlaces())
  if (cached !== null) return cached
  loadZipPlaces()
    .then(() => database.facts.put({ name: loadedFact, value: zipPlacesFile }))
    // There may be no network, or the agent may have signed out.
    .catch((error: unknown) => console.warn('The places of ZIP codes could not be loaded.', error))
  return noPlaces.placeOfZip
}

/** Uses the homes of the catalog, as the server does; for cities without homes in the catalog, also the homes of listings. */
async function placesOfCities(
  database: DeviceDatabase,
  isCounted: (home: HomeAddress) => boolean,
): Promise<PlaceFinder['placeOfCity']> {
  const homes: HomeAddress[] = []
  const addHome = (home: HomeAddress) => void (exactPlace(home) !== null && isCounted(home) && homes.push(home))
  await readAllRows(database.properties, addHome)
  const ofCatalog = middleOfCities(homes)
  await readAllRows(database.listings, ({ property }) => addHome(property))
  await readAllRows(database.available_listings, ({ property }) => addHome(property))
  const ofAll = middleOfCities(homes)
  return (city, state) => ofCatalog(city, state) ?? ofAll(city, state)
}

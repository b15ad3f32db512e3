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
 * Finds the places of these homes without waiting for a network; reads the catalog only for homes with an unknown ZIP code. A
 * live query runs again once the places of ZIP codes are loaded. Only homes that `isCounted` accepts say where a city is.
 */
export async function placeFinder(
  database: DeviceDatabase,
  homes: readonly HomeAddress[],
  isCounted: (home: HomeAddress) => boolean = () => true,
): Promise<PlaceFinder> {
  const unplaced = homes.filter((home) => exactPlace(home) === null)
  if (unplaced.length === 0) return noPlaces
  const placeOfZip = await zipPlaces(database)
  const isLost = ({ zip_code, city }: HomeAddress) => city && (!zip_code || placeOfZip(zip_code) === null)
  return {
    placeOfZip,
    placeOfCity: unplaced.some(isLost) ? await placesOfCities(database, isCounted) : noPlaces.placeOfCity,
  }
}

const loadedFact = 'zip_places'

async function zipPlaces(database: DeviceDatabase): Promise<PlaceFinder['placeOfZip']> {
  // Read so that a live query runs again when it changes.
  await database.facts.get(loadedFact)
  // Dexie does not see reads after a promise that is not its own.
  const here = await Dexie.Promise.resolve(cachedZipPlaces())
  if (here !== null) return here
  loadZipPlaces()
    .then(() => database.facts.put({ name: loadedFact, value: zipPlacesFile }))
    // The network may be missing, or the agent may have left.
    .catch((error: unknown) => console.warn('The places of ZIP codes could not be loaded.', error))
  return noPlaces.placeOfZip
}

/** From the catalog, as on the server; from listings for cities that the catalog lacks. */
async function placesOfCities(
  database: DeviceDatabase,
  isCounted: (home: HomeAddress) => boolean,
): Promise<PlaceFinder['placeOfCity']> {
  const homes: HomeAddress[] = []
  const see = (home: HomeAddress) => void (exactPlace(home) !== null && isCounted(home) && homes.push(home))
  await readAllRows(database.properties, see)
  const ofCatalogue = middleOfCities(homes)
  await readAllRows(database.listings, ({ property }) => see(property))
  await readAllRows(database.available_listings, ({ property }) => see(property))
  const ofAll = middleOfCities(homes)
  return (city, state) => ofCatalogue(city, state) ?? ofAll(city, state)
}

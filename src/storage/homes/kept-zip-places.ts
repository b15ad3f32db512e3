import { zipPlacesFile } from '#core/domain/travel/coded-places.ts'
import { keptFile } from '#storage/photos/kept-file.ts'

const places = keptFile('zip-places', zipPlacesFile)

/** Stores the places of ZIP codes on this device; rejects when they cannot be fetched or stored. */
export function keepZipPlaces(): Promise<void> {
  return places.keep()
}

/** The places as `decodePlaces` reads them: from this device, else from the server. */
export function codedZipPlaces(): Promise<string> {
  return places.read()
}

/** Those that this device has stored, without a network; null where it has none. */
export function storedZipPlaces(): Promise<string | null> {
  return places.readStored()
}

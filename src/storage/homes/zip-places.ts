import { readZipPlaces, zipPlacesFile } from '#core/domain/addresses/zip-tables.ts'
import { type PlaceFinder, placesByZip } from '#core/domain/travel/place-of-home.ts'
import { cachedFile } from './cached-file.ts'

type PlaceOfZip = PlaceFinder['placeOfZip']

const file = cachedFile('zip-places', zipPlacesFile)

let loading: Promise<PlaceOfZip> | undefined
let loaded: PlaceOfZip | null = null

/** Stores the file on this device, for later use without a network. */
export function cacheZipPlaces(): Promise<void> {
  return file.cache()
}

/** Returns a function that finds the middle of a ZIP code (Census data). The first call loads the file: only homes without coordinates need it. */
export function loadZipPlaces(): Promise<PlaceOfZip> {
  loading ??= file.read().then(parse)
  loading.catch(() => (loading = undefined))
  return loading
}

/** Like `loadZipPlaces`, but never uses the network: returns null if the file is not stored on this device. */
export async function cachedZipPlaces(): Promise<PlaceOfZip | null> {
  if (loaded !== null) return loaded
  const csv = await file.readCached()
  return csv === null ? null : (loaded ?? parse(csv))
}

function parse(csv: string): PlaceOfZip {
  loaded = placesByZip(readZipPlaces(csv))
  return loaded
}

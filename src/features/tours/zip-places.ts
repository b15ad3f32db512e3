import { decodePlaces } from '#core/domain/coded-places.ts'
import { type PlaceFinder, placesByZip } from '#core/domain/place-of-home.ts'

let loading: Promise<PlaceFinder['placeOfZip']> | undefined

/**
 * The middle of every ZIP code (Census data). Fetched with the first home that lacks coordinates, and from then on at
 * hand; it is among the files that the installed app keeps, so that it is there without a network, too.
 */
export function loadZipPlaces(): Promise<PlaceFinder['placeOfZip']> {
  loading ??= import('virtual:zip-places').then(({ default: coded }) => placesByZip(decodePlaces(coded)))
  loading.catch(() => (loading = undefined))
  return loading
}

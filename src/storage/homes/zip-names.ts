import { type CityOfZip, decodeZipNames, type ZipNames, zipNamesFile } from '#core/domain/addresses/coded-zip-names.ts'
import { keptFile } from '#storage/photos/kept-file.ts'

const names = keptFile('zip-names', zipNamesFile)

/** Stores the cities of ZIP codes on this device; rejects when they cannot be fetched or stored. */
export function keepZipNames(): Promise<void> {
  return names.keep()
}

let loading: Promise<ZipNames> | undefined

/** The cities of all ZIP codes, to look up many at once; without the table no ZIP code is known. Never rejects. */
export async function loadZipNames(): Promise<ZipNames> {
  loading ??= names.read().then(decodeZipNames)
  try {
    return await loading
  } catch {
    loading = undefined
    return () => null
  }
}

/** City and state of a ZIP code as the Postal Service names them; null when it is not known or the table is not here. Never rejects. */
export async function cityOfZip(zip: string): Promise<CityOfZip | null> {
  const cityOf = await loadZipNames()
  return cityOf(zip)
}

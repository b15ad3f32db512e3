import { type CityOfZip, readZipNames, type ZipNames, zipNamesFile } from '#core/domain/addresses/zip-tables.ts'
import { cachedFile } from './cached-file.ts'

const file = cachedFile('zip-names', zipNamesFile)

let loading: Promise<ZipNames> | undefined

/** Stores the cities of ZIP codes on this device; rejects when they cannot be fetched or stored. */
export function cacheZipNames(): Promise<void> {
  return file.cache()
}

/** The cities of all ZIP codes, to look up many at once; without the table no ZIP code is known. Never rejects. */
export async function loadZipNames(): Promise<ZipNames> {
  loading ??= file.read().then(readZipNames)
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

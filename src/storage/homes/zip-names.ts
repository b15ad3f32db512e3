import { type CityOfZip, readZipNames, type ZipNames, zipNamesFile } from '#core/domain/addresses/zip-tables.ts'
import { cachedFile } from './cached-file.ts'

const file = cachedFile('zip-names', zipNamesFile)

let loading: Promise<ZipNames> | undefined

/** Stores the table of ZIP codes on the device, for use offline. */
export function cacheZipNames(): Promise<void> {
  return file.cache()
}

/** Returns a function that finds the city of a ZIP code. If the table cannot be loaded, the function always returns null. Never rejects. */
export async function loadZipNames(): Promise<ZipNames> {
  loading ??= file.read().then(readZipNames)
  try {
    return await loading
  } catch {
    loading = undefined
    return () => null
  }
}

/** Returns city and state as the Postal Service names them, or null if the ZIP code or the table is missing. Never rejects. */
export async function cityOfZip(zip: string): Promise<CityOfZip | null> {
  const cityOf = await loadZipNames()
  return cityOf(zip)
}

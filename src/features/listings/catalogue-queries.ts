import { searchWords } from '#core/domain/listing-rules.ts'
import { matchesPropertySearch } from '#core/domain/property-display.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { PropertyRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

type CatalogueOnDevice = { properties: PropertyRow[]; total: number }

/** The first `count` properties by address, of those whose address holds the words; `undefined` until they are read. */
export function useCatalogue(typed: string, count: number): CatalogueOnDevice | undefined {
  const { database } = useDevice()
  const words = searchWords(typed)
  return useLiveQuery(async () => {
    const byAddress = database.properties.orderBy('address')
    if (words === '') {
      const [properties, total] = await Promise.all([byAddress.limit(count).toArray(), database.properties.count()])
      return { properties, total }
    }
    // The index alone shows which rows match, so thousands of properties cost one read of their addresses.
    const [addresses, keys] = await Promise.all([byAddress.keys(), byAddress.primaryKeys()])
    const matching = keys.filter((_, index) => matchesPropertySearch({ address: addresses[index] }, words))
    const rows = await database.properties.bulkGet(matching.slice(0, count))
    return { properties: rows.filter((row) => row !== undefined), total: matching.length }
  }, [database, words, count])
}

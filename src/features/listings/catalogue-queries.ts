import { searchWords } from '#core/domain/listing-rules.ts'
import { matchesPropertySearch } from '#core/domain/property-display.ts'
import { isSampleAddress, isSampleProperty } from '#core/domain/sample-properties.ts'
import { streetOrderKey } from '#core/domain/street-order.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { DeviceDatabase } from '#storage/device-database.ts'
import type { ListingRow, PropertyRow } from '#storage/rows.ts'
import { useLiveQuery } from '#storage/use-live-query.ts'

export type CatalogueOnDevice = {
  properties: PropertyRow[]
  total: number
  /** The agent's listing of a property, by the property's key; of several the latest. */
  listings: ReadonlyMap<LocalKey, ListingRow>
  /** Invented ones that the agent has not listed. */
  samples: number
}

type Narrowing = {
  /** Invented properties that the agent has not listed are left out. */
  hidesSamples: boolean
  /** What the agent has listed is left out. */
  isUnlisted: boolean
}

/** The first `count` properties by street and number, of those whose address holds the words; `undefined` until they are read. */
export function useCatalogue(
  typed: string,
  count: number,
  { hidesSamples, isUnlisted }: Narrowing,
): CatalogueOnDevice | undefined {
  const { database } = useDevice()
  const words = searchWords(typed)
  return useLiveQuery(async () => {
    const byAddress = database.properties.orderBy('address')
    // The indexes alone show which rows match, so thousands of properties cost one read of their addresses.
    const [addresses, keys, listedKeys] = await Promise.all([
      byAddress.keys(),
      byAddress.primaryKeys(),
      database.listings.orderBy('property_key').uniqueKeys(),
    ])
    const all = keys.map((key, index) => ({ key, address: addresses[index] as string }))
    const listed = new Set(listedKeys as LocalKey[])
    const samples = await unlistedSamples(database, all, listed)
    const matching = all
      .filter(({ address, key }) => {
        const isLeftOut = (hidesSamples && samples.has(key)) || (isUnlisted && listed.has(key))
        return !isLeftOut && matchesPropertySearch({ address }, words)
      })
      .map(({ address, key }) => ({ key, place: streetOrderKey(address) }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
    const shown = matching.slice(0, count).map(({ key }) => key)
    const [rows, listings] = await Promise.all([database.properties.bulkGet(shown), listingsOf(database, shown)])
    return {
      properties: rows.filter((row) => row !== undefined),
      total: matching.length,
      listings,
      samples: samples.size,
    }
  }, [database, words, count, hidesSamples, isUnlisted])
}

async function unlistedSamples(
  database: DeviceDatabase,
  all: readonly { address: string; key: LocalKey }[],
  listed: ReadonlySet<LocalKey>,
): Promise<ReadonlySet<LocalKey>> {
  const likely = all.filter(({ address, key }) => isSampleAddress(address) && !listed.has(key)).map(({ key }) => key)
  const rows = await database.properties.bulkGet(likely)
  return new Set(rows.flatMap((row) => (row !== undefined && isSampleProperty(row) ? [row.key] : [])))
}

/** The agent's latest listing of each of these properties. */
async function listingsOf(
  database: DeviceDatabase,
  propertyKeys: readonly LocalKey[],
): Promise<Map<LocalKey, ListingRow>> {
  const listings = await database.listings.where('property_key').anyOf(propertyKeys).toArray()
  const oldestFirst = listings.toSorted((one, other) => (one.created_at ?? '').localeCompare(other.created_at ?? ''))
  return new Map(oldestFirst.map((listing) => [listing.property_key!, listing]))
}

/** The agent's latest listing of this property; null without one, `undefined` until it is read. */
export function useListingOf(propertyKey: LocalKey): ListingRow | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(
    async () => (await listingsOf(database, [propertyKey])).get(propertyKey) ?? null,
    [database, propertyKey],
  )
}

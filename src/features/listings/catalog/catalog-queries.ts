import { useMemo } from 'react'
import { searchTerms } from '#core/domain/listings/listing-rules.ts'
import { matchesPropertySearch, streetOrderKey } from '#core/domain/listings/listing-display.ts'
import { isSampleAddress, isSampleProperty } from '#core/domain/listings/property-identity.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { readAllRows } from '#storage/reading/read-in-steps.ts'
import type { ListingRow, PropertyRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

export type CatalogOnDevice = {
  properties: PropertyRow[]
  /** The number of all properties that match; `properties` has only the first ones. */
  total: number
  /** The agent's latest listing by property key. */
  listings: ReadonlyMap<LocalKey, ListingRow>
  /** The number of sample properties that the agent has not listed. */
  samples: number
}

type CatalogFilter = {
  /** Omits sample properties that the agent has not listed. */
  hidesSamples: boolean
  hidesListed: boolean
}

/** Returns the first `count` properties that match the search, sorted by street and number; undefined until read. */
export function useCatalog(
  typed: string,
  count: number,
  { hidesSamples, hidesListed }: CatalogFilter,
): CatalogOnDevice | undefined {
  const { database } = useDevice()
  const catalog = useLiveQuery(() => readCatalog(database), [database])
  return useMemo(() => {
    if (catalog === undefined) return undefined
    const { byStreet, listings, samples } = catalog
    const words = searchTerms(typed)
    const matching = byStreet.filter((property) => {
      const isHidden = (hidesSamples && samples.has(property.key)) || (hidesListed && listings.has(property.key))
      return !isHidden && matchesPropertySearch(property, words)
    })
    return { properties: matching.slice(0, count), total: matching.length, listings, samples: samples.size }
  }, [catalog, typed, count, hidesSamples, hidesListed])
}

/** Reads the whole catalog into memory, so that a search in ten thousand properties does not read the database. */
async function readCatalog(database: DeviceDatabase) {
  const listings = new Map<LocalKey, ListingRow>()
  await readAllRows(database.listings, (listing) => {
    const key = listing.property_key
    if (key !== undefined && isLater(listing, listings.get(key) ?? null)) listings.set(key, listing)
  })
  const withSortKeys: { sortKey: string; property: PropertyRow }[] = []
  await readAllRows(database.properties, (property) => {
    // Private properties are not in the catalog. The agent cannot recognize a property without an address.
    if (property.address && property.is_private !== true)
      withSortKeys.push({ sortKey: streetOrderKey(property.address), property })
  })
  const byStreet = withSortKeys
    .sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1))
    .map(({ property }) => property)
  const samples = byStreet.filter(
    (property) => isSampleAddress(property.address) && isSampleProperty(property) && !listings.has(property.key),
  )
  return { byStreet, listings, samples: new Set(samples.map(({ key }) => key)) }
}

function isLater(one: ListingRow, other: ListingRow | null): boolean {
  return other === null || (one.created_at ?? '') >= (other.created_at ?? '')
}

/** Returns the agent's latest listing of a property; null if there is none, undefined until read. */
export function useListingOf(propertyKey: LocalKey): ListingRow | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const all = await database.listings.where('property_key').equals(propertyKey).toArray()
    return all.reduce<ListingRow | null>((latest, one) => (isLater(one, latest) ? one : latest), null)
  }, [database, propertyKey])
}

import type { TouredListing } from '#core/planner/tour-planning.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from './device-database.ts'
import { keyAt } from './key-at.ts'
import type { AvailableListingRow, ListingRow } from './rows.ts'
import { placeOf } from './visits-of-day.ts'

/** A listing that a tour can visit, with what tours need of it. `id` is the server's, or the local key. */
export type TourableListing = TouredListing & {
  key: LocalKey
  state: string
  zipCode: string
  /** False for another agent's. */
  isOwn: boolean
}

const tourableStatuses: ReadonlySet<string> = new Set(['For Sale', 'Pending'])

/** The agent's own listings and those of others that are For Sale or Pending, by city and address. */
export async function tourableListings(database: DeviceDatabase): Promise<TourableListing[]> {
  const [own, available] = await Promise.all([database.listings.toArray(), database.available_listings.toArray()])
  const ownIds = new Set(own.map(({ id }) => id))
  return [
    ...own.filter(({ status }) => tourableStatuses.has(status)).map((row) => tourable(row, true)),
    ...available.filter(({ id }) => id === undefined || !ownIds.has(id)).map((row) => tourable(row, false)),
  ].toSorted((one, other) => compare(`${one.city} ${one.address}`, `${other.city} ${other.address}`))
}

/** These listings, whatever their status; `null` for one that this device does not know (any more). */
export async function listingsOfTour(
  database: DeviceDatabase,
  ids: readonly (number | LocalKey | null | undefined)[],
): Promise<((TourableListing & { isListed: boolean }) | null)[]> {
  return Promise.all(
    ids.map(async (id) => {
      if (id === null || id === undefined) return null
      const own = await database.listings.get(await keyAt(database, 'listing', String(id)))
      if (own !== undefined) return { ...tourable(own, true), isListed: tourableStatuses.has(own.status) }
      const available = await database.available_listings.get(String(id))
      return available === undefined ? null : { ...tourable(available, false), isListed: true }
    }),
  )
}

function tourable({ key, id, property }: ListingRow | AvailableListingRow, isOwn: boolean): TourableListing {
  const place = placeOf(property)
  return {
    key,
    id: id ?? key,
    address: property.address ?? '',
    city: property.city ?? '',
    state: property.state ?? '',
    zipCode: 'zip_code' in property && typeof property.zip_code === 'string' ? property.zip_code : '',
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    isOwn,
  }
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en-US', { numeric: true })
}

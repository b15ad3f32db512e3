import type { ListedBy } from '#core/contract/listing.ts'
import type { Property } from '#core/contract/property.ts'
import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import { knownNumber } from '#core/domain/text/amounts.ts'
import { exactPlace } from '#core/domain/travel/place-of-home.ts'
import { factsText } from '#core/domain/listings/listing-display.ts'
import type { TouredListing } from '#core/planner/tour-planning.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { resolveLocalKey } from '#storage/database/resolve-local-key.ts'
import { readAllRows } from '#storage/reading/read-in-steps.ts'
import type { AvailableListingRow, ListingRow } from '#storage/database/rows.ts'
import { formatDollars } from '#core/format/numbers.ts'

/** A listing that a tour can visit. `id` is the server's, or the local key. */
export type TourableListing = TouredListing & {
  key: LocalKey
  state: string
  zipCode: string
  /** "$529,500 · 4 beds · 2 baths", as far as it is known. */
  readonly facts?: string
  /** True for the agent's listing or home to show; false for another agent's listing. */
  isOwn: boolean
  /** True if an agent set its location, which may then be wrong. */
  isLocatedByAgent: boolean
  /** The broker of a home to show; null for every other home. */
  listedBy: ListedBy | null
}

// `localeCompare` with options takes thirty times as long.
const inOrder = new Intl.Collator('en-US', { numeric: true })
const tourableStatuses: ReadonlySet<string> = new Set(activeStatuses)

/** Returns own listings, homes to show and other agents' listings that are For Sale or Pending, by city and address. */
export async function tourableListings(database: DeviceDatabase): Promise<TourableListing[]> {
  const found: { place: string; listing: TourableListing }[] = []
  const add = (listing: TourableListing) => found.push({ place: `${listing.city} ${listing.address}`, listing })
  const ownIds = new Set<number | undefined>()
  await readAllRows(database.listings, (row) => {
    ownIds.add(row.id)
    if (tourableStatuses.has(row.status)) add(tourable(row, true))
  })
  await readAllRows(database.available_listings, (row) => {
    if (row.id === undefined || !ownIds.has(row.id)) add(tourable(row, false))
  })
  return found.sort((one, other) => inOrder.compare(one.place, other.place)).map(({ listing }) => listing)
}

/** Another agent's listing, as the server sends it; earlier versions of the server sent only its location. */
type OtherAgentsListing = Pick<AvailableListingRow, 'key' | 'id'> & {
  listing_price?: number
  property: AvailableListingRow['property'] &
    Partial<Pick<Property, 'zip_code' | 'bedrooms' | 'bathrooms' | 'location_source'>>
  listed_by?: null
}

/** Returns these listings, whatever their status; null for one that this device does not have. `isListed`: it is For Sale or Pending. */
export async function listingsOfTour(
  database: DeviceDatabase,
  ids: readonly (number | LocalKey | null | undefined)[],
): Promise<((TourableListing & { isListed: boolean }) | null)[]> {
  return Promise.all(
    ids.map(async (id) => {
      if (id === null || id === undefined) return null
      const own = await database.listings.get(await resolveLocalKey(database, 'listing', String(id)))
      if (own !== undefined) return { ...tourable(own, true), isListed: tourableStatuses.has(own.status) }
      const available = await database.available_listings.get(String(id))
      return available === undefined ? null : { ...tourable(available, false), isListed: true }
    }),
  )
}

function tourable(
  { key, id, property, listing_price, listed_by = null }: ListingRow | OtherAgentsListing,
  isOwn: boolean,
): TourableListing {
  const place = exactPlace(property)
  const { bedrooms, bathrooms } = property
  return {
    key,
    id: id ?? key,
    address: property.address ?? '',
    city: property.city ?? '',
    state: property.state ?? '',
    zipCode: property.zip_code ?? '',
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    // Computed on use: only a few of ten thousand are shown.
    get facts() {
      return [priceText(listing_price), factsText({ bedrooms, bathrooms })].filter(Boolean).join(' · ')
    },
    isOwn,
    isLocatedByAgent: property.location_source === 'agent',
    listedBy: listed_by,
  }
}

/** The price of a home to show is 0 while it is unknown. */
function priceText(price: unknown): string {
  const amount = knownNumber(price)
  return amount === null || amount === 0 ? '' : formatDollars(amount)
}

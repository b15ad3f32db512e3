import { isListedByOther } from '#core/contract/is-listed-by-other.ts'
import { clientName } from '#core/domain/clients/client-rules.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Reference } from '#core/sync/operation.ts'
import type { Device } from '#storage/device/device.ts'
import { ownListings } from '#storage/homes/homes-to-show.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { formatDateWithYear } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

/** A listing, an open house or a client that work can be moved to. */
export type Place = Reference & { title: string; facts: string }

/**
 * Where a record of the kind `moved` can go: listings by address, open houses, the latest first, or clients by name. An
 * open house is at a listing of the agent's.
 */
export async function placesFor({ database }: Device, entity: EntityName, moved: EntityName): Promise<Place[]> {
  if (entity === 'client') {
    const clients = await database.clients.toArray()
    return clients
      .map((client) => ({ entity, key: client.key, title: clientName(client), facts: client.email }))
      .toSorted(byTitle)
  }
  const listings = moved === 'open_house' ? await ownListings(database) : await database.listings.toArray()
  if (entity !== 'open_house') {
    return listings
      .map((listing) => ({
        entity: 'listing' as const,
        key: listing.key,
        title: addressOf(listing),
        facts: isListedByOther(listing) ? 'Home I show' : listing.status,
      }))
      .toSorted(byTitle)
  }
  const byKey = new Map(listings.map((listing) => [listing.key, listing]))
  const openHouses = await database.open_houses.toArray()
  return openHouses
    .toSorted((one, other) => other.date.localeCompare(one.date))
    .flatMap(({ key, listing_key: listingKey, date, start_time: start, end_time: end }) => {
      const listing = byKey.get(listingKey)
      if (listing === undefined) return []
      const facts = `${formatDateWithYear(date)}, ${formatTime(start)} – ${formatTime(end)}`
      return [{ entity: 'open_house' as const, key, title: addressOf(listing), facts }]
    })
}

function byTitle(one: Place, other: Place): number {
  return one.title.localeCompare(other.title)
}

function addressOf({ property }: ListingRow): string {
  return property.address ?? 'A listing'
}

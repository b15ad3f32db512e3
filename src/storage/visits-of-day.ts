import type { Place } from '#core/domain/drive-estimate.ts'
import type { Visit } from '#core/domain/find-clashes.ts'
import { knownNumber } from '#core/domain/known-number.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from './device-database.ts'
import type { ListingRow } from './rows.ts'

/** Everything that keeps the agent somewhere on that day: showings, open houses and appointments, in no order. */
export async function visitsOfDay(database: DeviceDatabase, date: string): Promise<Visit[]> {
  const [showings, openHouses, appointments] = await Promise.all([
    database.showings.where('showing_date').equals(date).toArray(),
    database.open_houses.where('date').equals(date).toArray(),
    database.appointments.where('date').equals(date).toArray(),
  ])
  const listings = await listingsByKey(
    database,
    [...showings, ...openHouses].map((visit) => visit.listing_key),
  )
  const atListing = (kind: 'showing' | 'open_house', visit: AtListing): Visit => {
    const { key, listing_key, listing_address, start_time, end_time } = visit
    const property = listings.get(listing_key)?.property
    const address = property?.address ?? listing_address
    const name = kind === 'showing' ? 'Showing' : 'Open house'
    const title = address === undefined ? name : `${name} at ${address}`
    return { key: visitKey(kind, key), title, date, start_time, end_time, place: placeOf(property) }
  }
  return [
    ...showings.map((showing) => atListing('showing', showing)),
    ...openHouses.map((openHouse) => atListing('open_house', openHouse)),
    ...appointments.map(({ key, title, start_time, end_time }): Visit => {
      return { key: visitKey('appointment', key), title, date, start_time, end_time, place: null }
    }),
  ]
}

/** Keys are those of one kind of record; this names a visit among all kinds. */
export function visitKey(kind: 'showing' | 'open_house' | 'appointment', key: LocalKey): string {
  return `${kind} ${key}`
}

type AtListing = {
  key: LocalKey
  listing_key: LocalKey
  listing_address?: string
  start_time: string
  end_time: string
}

async function listingsByKey(database: DeviceDatabase, keys: LocalKey[]): Promise<Map<LocalKey, ListingRow>> {
  const rows = await database.listings.bulkGet([...new Set(keys)])
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.key, row]])))
}

/** Where a property stands, or null when the catalogue does not say. */
export function placeOf(property: ListingRow['property'] | undefined): Place | null {
  const latitude = knownNumber(property?.latitude)
  const longitude = knownNumber(property?.longitude)
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

import type { Place } from '#core/domain/drive-estimate.ts'
import type { Visit } from '#core/domain/find-clashes.ts'
import { knownNumber } from '#core/domain/known-number.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from './device-database.ts'
import type { AppointmentRow, ListingRow, OpenHouseRow, ShowingRow } from './rows.ts'

/** A visit with the record that it comes from. */
export type RecordedVisit = Visit & VisitRecord

export type VisitRecord =
  | { kind: 'showing'; record: ShowingRow; property: ListingRow['property'] }
  | { kind: 'open_house'; record: OpenHouseRow; property: ListingRow['property'] }
  | { kind: 'appointment'; record: AppointmentRow }

/** Everything that keeps the agent somewhere on that day: showings, open houses and appointments, in no order. */
export async function visitsOfDay(database: DeviceDatabase, date: string): Promise<RecordedVisit[]> {
  const [showings, openHouses, appointments] = await Promise.all([
    database.showings.where('showing_date').equals(date).toArray(),
    database.open_houses.where('date').equals(date).toArray(),
    database.appointments.where('date').equals(date).toArray(),
  ])
  const listings = await listingsByKey(
    database,
    [...showings, ...openHouses].map((visit) => visit.listing_key),
  )
  const propertyOf = ({ listing_key, listing_address }: AtListing): ListingRow['property'] => ({
    ...(listing_address === undefined ? {} : { address: listing_address }),
    ...listings.get(listing_key)?.property,
  })
  return [
    ...showings.map((showing) => showingVisit(showing, propertyOf(showing))),
    ...openHouses.map((openHouse) => openHouseVisit(openHouse, propertyOf(openHouse))),
    ...appointments.map(appointmentVisit),
  ]
}

function showingVisit(record: ShowingRow, property: ListingRow['property']): RecordedVisit {
  const date = record.showing_date
  return { kind: 'showing', record, property, date, ...atProperty('Showing', property), ...timesOf('showing', record) }
}

function openHouseVisit(record: OpenHouseRow, property: ListingRow['property']): RecordedVisit {
  const words = atProperty('Open house', property)
  return { kind: 'open_house', record, property, date: record.date, ...words, ...timesOf('open_house', record) }
}

function appointmentVisit(record: AppointmentRow): RecordedVisit {
  const { title, date } = record
  return { kind: 'appointment', record, title, date, place: null, ...timesOf('appointment', record) }
}

function atProperty(name: string, property: ListingRow['property']): Pick<Visit, 'title' | 'place'> {
  const { address } = property
  return { title: address === undefined ? name : `${name} at ${address}`, place: placeOf(property) }
}

type Timed = { key: LocalKey; start_time: string; end_time: string }

function timesOf(kind: VisitRecord['kind'], { key, start_time, end_time }: Timed) {
  return { key: visitKey(kind, key), start_time, end_time }
}

/** Keys are those of one kind of record; this names a visit among all kinds. */
export function visitKey(kind: VisitRecord['kind'], key: LocalKey): string {
  return `${kind} ${key}`
}

type AtListing = { listing_key: LocalKey; listing_address?: string }

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

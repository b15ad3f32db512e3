import { clientName, indexClients } from '#core/domain/clients/client-rules.ts'
import type { Place } from '#core/domain/travel/driving.ts'
import type { Visit } from '#core/domain/travel/find-clashes.ts'
import { homeInText } from '#core/domain/homes/same-home.ts'
import { type HomeAddress, placeOfHome, type PlaceFinder } from '#core/domain/travel/place-of-home.ts'
import { isNotCancelled } from '#core/domain/visits/showing-status.ts'
import { spanOfTour } from '#core/domain/tours/tour-timeline.ts'
import { inOrder, placeOfStop } from '#core/domain/tours/timed-stop.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { resolveLocalKey } from '#storage/database/resolve-local-key.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'
import { readAllRows } from '#storage/reading/read-in-steps.ts'
import type {
  AppointmentRow,
  ClientRow,
  ListingRow,
  OpenHouseRow,
  ShowingRow,
  TourRow,
  TourStopRow,
} from '#storage/database/rows.ts'
import type { Moment } from '#core/domain/time/wall-clock.ts'
import { hoursOfTourInProgress } from '#core/domain/tours/tour-run.ts'
import { engagementsOutsideTours, type PlanningDay, takesAgentsTime, planningDay } from '#core/planner/tour-planning.ts'

/** An event of the agent's day, with its record, home and client. */
export type RecordedVisit = Visit & VisitRecord

type VisitRecord =
  | ({ kind: 'showing'; record: ShowingRow } & AtHome & WithPerson)
  | ({ kind: 'open_house'; record: OpenHouseRow } & AtHome)
  | ({ kind: 'appointment'; record: AppointmentRow } & WithPerson)
  /** A tour's times are from the first stop to the last. `homes` has one entry for each stop; `property` is the home of the first stop. */
  | ({
      kind: 'tour'
      record: TourRow
      property: ListingRow['property']
      homes: (ListingRow['property'] & { place: Place | null })[]
    } & WithPerson)

type AtHome = { listingKey: LocalKey; property: ListingRow['property'] }

/** `person` is undefined if no client has the record's email. */
type WithPerson = { person: ClientRow | undefined }

/** Returns the agent's showings, open houses, appointments and tours of a day, unsorted, without cancelled ones. */
export function visitsOfDay(database: DeviceDatabase, date: string): Promise<RecordedVisit[]> {
  return visitsBetween(database, date, date)
}

/** Returns what `visitsOfDay` returns, for the days from `first` to `last`, both included. */
export async function visitsBetween(database: DeviceDatabase, first: string, last: string): Promise<RecordedVisit[]> {
  const [showings, openHouses, appointments, tours] = await Promise.all([
    database.showings.where('showing_date').between(first, last, true, true).toArray(),
    database.open_houses.where('date').between(first, last, true, true).toArray(),
    database.appointments.where('date').between(first, last, true, true).toArray(),
    database.tours.where('tour_date').between(first, last, true, true).toArray(),
  ])
  const needsPeople = showings.length + appointments.length + tours.length > 0
  const [listings, tourProperties, people] = await Promise.all([
    listingsByKey(
      database,
      [...showings, ...openHouses].map((visit) => visit.listing_key),
    ),
    propertiesOfStops(database, tours),
    needsPeople ? database.clients.toArray().then(indexClients) : indexClients<ClientRow>([]),
  ])
  const propertyOf = ({ listing_key, listing_address }: AtListing): ListingRow['property'] => ({
    ...(listing_address === undefined ? {} : { address: listing_address }),
    ...listings.get(listing_key)?.property,
  })
  const homes = await homesOfAppointments(database, appointments)
  const finder = await placeFinder(database, [
    ...[...showings, ...openHouses].map(propertyOf),
    ...tourProperties.values(),
    ...homes.values(),
  ])
  return [
    ...showings
      .filter(isNotCancelled)
      .map((showing) => showingVisit(showing, propertyOf(showing), finder, people.of(showing))),
    ...openHouses.map((openHouse) => openHouseVisit(openHouse, propertyOf(openHouse), finder)),
    ...appointments.map((appointment) => {
      const home = homes.get(appointment.key)
      return appointmentVisit(appointment, home ? placeOfHome(home, finder) : null, people.of(appointment))
    }),
    // A cancelled tour takes no time.
    ...tours
      .filter(({ status }) => status !== 'cancelled')
      .flatMap((tour) => tourVisit(tour, tourProperties, finder, people.of(tour)) ?? []),
  ]
}

/** Returns the homes at the appointments' locations, by the appointments' keys. */
async function homesOfAppointments(
  database: DeviceDatabase,
  appointments: readonly AppointmentRow[],
): Promise<Map<LocalKey, HomeAddress>> {
  const located = appointments.filter(({ location }) => mayBeAddress(location))
  const own = located.length === 0 ? [] : await ownHomes(database)
  const homes = located.map(({ key, location }) => [key, homeInText(location ?? '', own)] as const)
  return new Map(homes.flatMap(([key, home]) => (home === null ? [] : [[key, home]])))
}

/** Returns the home in a text such as an appointment's location; null if it is neither an address nor one of the agent's homes. */
export async function homeOfLocation(database: DeviceDatabase, location: string): Promise<HomeAddress | null> {
  return mayBeAddress(location) ? homeInText(location, await ownHomes(database)) : null
}

/** A location without a number is no address, so the listings need not be read. */
function mayBeAddress(location: string | undefined): boolean {
  return /\d/.test(location ?? '')
}

async function ownHomes(database: DeviceDatabase): Promise<HomeAddress[]> {
  const homes: HomeAddress[] = []
  await readAllRows(database.listings, ({ property }) => void homes.push(property))
  return homes
}

function showingVisit(
  record: ShowingRow,
  property: ListingRow['property'],
  finder: PlaceFinder,
  person: ClientRow | undefined,
): RecordedVisit {
  const { listing_key: listingKey, showing_date: date } = record
  const words = atProperty('Showing', property, finder)
  return { kind: 'showing', record, listingKey, property, person, date, ...words, ...timesOf('showing', record) }
}

function openHouseVisit(record: OpenHouseRow, property: ListingRow['property'], finder: PlaceFinder): RecordedVisit {
  const { listing_key: listingKey, date } = record
  const words = atProperty('Open house', property, finder)
  return { kind: 'open_house', record, listingKey, property, date, ...words, ...timesOf('open_house', record) }
}

function appointmentVisit(record: AppointmentRow, place: Place | null, person: ClientRow | undefined): RecordedVisit {
  const { title, date } = record
  return { kind: 'appointment', record, person, title, date, place, ...timesOf('appointment', record) }
}

/** Returns null for a tour without stops, which takes no time. */
function tourVisit(
  record: TourRow,
  properties: ReadonlyMap<LocalKey, ListingRow['property']>,
  finder: PlaceFinder,
  person: ClientRow | undefined,
): RecordedVisit | null {
  const propertyOf = (stop: TourStopRow | undefined) => properties.get(listingOf(stop)) ?? {}
  const span = spanOfTour(record, (stop) => placeOfStop(stop) ?? placeOfHome(propertyOf(stop), finder))
  if (span === null) return null
  const { key, id, tour_date: date } = record
  const property = propertyOf(inOrder(record.stops)[0])
  const homes = record.stops.map((stop) => ({ ...propertyOf(stop), place: placeOfHome(propertyOf(stop), finder) }))
  const stops = record.stops.map((stop, index) => withAddressOf(stop, homes[index]))
  const clientText = person === undefined ? record.client_email : clientName(person)
  return {
    kind: 'tour',
    record: { ...record, stops },
    property,
    homes,
    person,
    title: `${clientText} · ${tourTitle(id)}`,
    date,
    ...span,
    key: visitKey('tour', key),
  }
}

/** Returns the stop with the listing's current address, which may have been corrected since the tour was saved. */
function withAddressOf(stop: TourStopRow, { address, city }: ListingRow['property'] = {}): TourStopRow {
  if (address === undefined || address === '') return stop
  return { ...stop, listing_address: address, ...(city !== undefined && { listing_city: city }) }
}

function atProperty(
  name: string,
  property: ListingRow['property'],
  finder: PlaceFinder,
): Pick<Visit, 'title' | 'place'> {
  const { address } = property
  return { title: address === undefined ? name : `${name} at ${address}`, place: placeOfHome(property, finder) }
}

type Timed = { key: LocalKey; start_time: string; end_time: string }

function timesOf(kind: VisitRecord['kind'], { key, start_time, end_time }: Timed) {
  return { key: visitKey(kind, key), start_time, end_time }
}

/** Returns a key that is unique among all visits; a record's own key is unique only within its kind. */
export function visitKey(kind: VisitRecord['kind'], key: LocalKey): string {
  return `${kind} ${key}`
}

type AtListing = { listing_key: LocalKey; listing_address?: string }

async function listingsByKey(database: DeviceDatabase, keys: LocalKey[]): Promise<Map<LocalKey, ListingRow>> {
  const rows = await database.listings.bulkGet([...new Set(keys)])
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.key, row]])))
}

/** Returns the properties that tours visit, the agent's own and other agents', by `listing_id`. */
async function propertiesOfStops(
  database: DeviceDatabase,
  tours: readonly TourRow[],
): Promise<Map<LocalKey, ListingRow['property']>> {
  if (tours.length === 0) return new Map()
  const keys = [...new Set(tours.flatMap(({ stops }) => stops.map(listingOf)))]
  const ownKeys = await Promise.all(keys.map((key) => resolveLocalKey(database, 'listing', key)))
  const [own, available] = await Promise.all([
    database.listings.bulkGet(ownKeys),
    database.available_listings.bulkGet(keys),
  ])
  return new Map(keys.map((key, index) => [key, own[index]?.property ?? available[index]?.property ?? {}]))
}

function listingOf(stop: TourStopRow | undefined): LocalKey {
  return String(stop?.listing_id ?? '')
}

/** Replaces a running tour's planned times with its actual ones. */
export function withActualTimes(visit: RecordedVisit, now: Moment): RecordedVisit {
  return visit.kind === 'tour' ? { ...visit, ...hoursOfTourInProgress(visit.record, now) } : visit
}

/** Returns what the planner must plan around: the day's appointments, showings, open houses, and tours other than `exceptTour`. */
export async function dayForPlanning(
  database: DeviceDatabase,
  date: string,
  exceptTour: LocalKey | null = null,
): Promise<PlanningDay> {
  const { single, otherTours } = await dayBeside(database, date, exceptTour)
  return planningDay(single, otherTours)
}

/** Returns the visits that `dayForPlanning` plans around, to show beside `tour`, without those that take place during another tour. */
export async function visitsBesideTour(
  database: DeviceDatabase,
  date: string,
  tour: LocalKey,
): Promise<RecordedVisit[]> {
  const { single, otherTours } = await dayBeside(database, date, tour)
  return [...engagementsOutsideTours(single, otherTours), ...otherTours]
}

/** Returns a day's appointments, showings and open houses (`single`), and its tours other than `tour` that are scheduled or in progress. */
async function dayBeside(database: DeviceDatabase, date: string, tour: LocalKey | null) {
  const visits = await visitsOfDay(database, date)
  return {
    single: visits.filter(({ kind }) => kind !== 'tour'),
    otherTours: visits.filter(
      (visit) => visit.kind === 'tour' && visit.record.key !== tour && takesAgentsTime(visit.record),
    ),
  }
}

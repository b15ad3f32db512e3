import * as v from 'valibot'
import { expect, test } from 'vitest'
import { appointmentChangesSchema, type NewAppointment } from '#core/contract/appointment.ts'
import { clientLabels, type NewClient, newClientSchema } from '#core/contract/client.ts'
import type { Fields } from '#core/contract/json.ts'
import type { ListingForm } from '#core/contract/listing.ts'
import type { NewProperty } from '#core/contract/property.ts'
import { clientsAsVCards, clientsAsCsv } from '#core/domain/clients/client-cards.ts'
import {
  appointmentEvent,
  openHouseEvent,
  showingEvent,
  tourEvent,
  calendarFile,
  type CalendarEvent,
} from '#core/domain/schedule/calendar-file.ts'
import { appointmentImport } from '#core/import/appointment-import.ts'
import { clientImport } from '#core/import/client-import.ts'
import type { ImportKind } from '#core/import/import-kind.ts'
import { listingsTable } from '#core/import/listings-in-table.ts'
import { peopleTable } from '#core/import/people-in-table.ts'
import type { TableFormat } from '#core/import/table-format.ts'
import { textOf } from '#core/import/imported-records.ts'
import { type EntityName, entityNames, kinds } from '#core/kinds/all-kinds.ts'
import { fieldLabel } from '#core/sync/records/describe-operation.ts'
import { csvRows } from '#files/csv-rows.ts'
import { eventsInCalendar } from '#files/events-in-calendar.ts'
import { peopleInCards } from '#files/people-in-cards.ts'

/*
 * The export of everything and the backup take whole rows, so they have each field. The files below are written and read field by
 * field: each has every field of its kind, or names it under `leftOut` with the reason.
 */

/** Each field with a value of its own. */
const client: NewClient = {
  first_name: 'Ana',
  last_name: 'Lima',
  email: 'ana@example.com',
  phone_number: '(916) 555-0127',
  notes: 'Two dogs',
  category: 'Seller',
}

const appointment: Omit<NewAppointment, 'client'> = {
  title: 'Key handover',
  date: '2026-11-21',
  start_time: '09:30:00',
  end_time: '10:15:00',
  notes: 'Bring the lockbox',
  location: '12 Oak Lane',
}

const home: Omit<NewProperty, 'location_source' | 'is_private'> = {
  address: '812 Oak Ridge Ln',
  city: 'Folsom',
  state: 'CA',
  zip_code: '95630',
  bedrooms: 3,
  bathrooms: 2.5,
  square_feet: 1840,
  lot_size: 0.31,
  year_built: 1987,
  garage_spaces: 2,
  price: 525_000,
  property_type: 'Condo',
  latitude: 38.6771,
  longitude: -121.1761,
}

const listing: Omit<ListingForm, 'listing_price'> = { description: 'Near the lake', status: 'Pending' }

const visit = { start_time: '09:30:00', end_time: '10:15:00' }

type File = {
  entity: EntityName
  /** A record with a value in each field that the file has. */
  record: Fields
  /** The record as the file has it: its text, or what is read back from it. */
  inFile: string | Fields
  /** Where to add a field. */
  open: string
  leftOut: Readonly<Record<string, string>>
}

const ownWork = 'of the agent, and not for other calendars'
const inNotes = 'the stops are lines of the notes'
const byEmail = 'the email says who it is'

const files: Readonly<Record<string, File>> = {
  'clients as CSV': {
    entity: 'client',
    record: client,
    inFile: clientsAsCsv([client]),
    open: 'src/core/contract/client.ts (clientLabels)',
    leftOut: {},
  },
  'clients as vCard': {
    entity: 'client',
    record: client,
    inFile: clientsAsVCards([client]),
    open: 'src/core/domain/clients/client-cards.ts',
    leftOut: {},
  },
  'import of clients from CSV': {
    entity: 'client',
    record: client,
    inFile: readTable(peopleTable, clientsAsCsv([client])),
    open: 'src/core/import/people-in-table.ts and person-in-file.ts',
    leftOut: {},
  },
  'import of clients from vCard': {
    entity: 'client',
    record: client,
    inFile: first(peopleInCards(clientsAsVCards([client])).records),
    open: 'src/files/people-in-cards.ts (personOnCard, and cardNotes if the notes had it before)',
    leftOut: {},
  },
  'import of clients, merged into a client with blank fields': {
    entity: 'client',
    record: client,
    inFile: mergedIntoBlank(clientImport, client, newClientSchema.entries),
    open: 'src/core/import/client-import.ts (additionsTo)',
    leftOut: {},
  },
  'import of listings (the home)': {
    entity: 'property',
    record: home,
    inFile: readTable(listingsTable, csvOf({ ...home, ...listing })),
    open: 'src/core/import/home-columns.ts and home-in-row.ts',
    leftOut: {
      location_source: 'follows from whether the file has a location',
      is_private: 'an imported home is listed, and so public',
    },
  },
  'import of listings': {
    entity: 'listing',
    record: { ...listing, listing_price: home.price },
    inFile: readTable(listingsTable, csvOf({ ...home, ...listing })),
    open: 'src/core/import/listings-in-table.ts',
    leftOut: {
      seller_note: 'written for the seller report',
      property_overrides: 'the home comes with its figures',
      listed_by: 'the agent imports their own listings',
    },
  },
  'appointments as iCalendar': {
    entity: 'appointment',
    record: appointment,
    inFile: calendarOf(appointmentEvent(appointment, now())),
    open: 'src/core/domain/schedule/calendar-file.ts (appointmentEvent)',
    leftOut: { client: 'a link inside the app' },
  },
  'import of appointments from iCalendar': {
    entity: 'appointment',
    record: appointment,
    inFile: first(
      eventsInCalendar(calendarOf(appointmentEvent(appointment, now())), {
        today: appointment.date,
        zone: 'America/Los_Angeles',
      }).records,
    ),
    open: 'src/files/event-in-file.ts and events-in-calendar.ts',
    leftOut: { client: 'a calendar names guests; they are in the notes' },
  },
  'import of appointments, merged into one with blank fields': {
    entity: 'appointment',
    record: appointment,
    inFile: mergedIntoBlank(
      appointmentImport,
      { ...appointment, client: null, event: '' },
      appointmentChangesSchema.entries,
    ),
    open: 'src/core/import/appointment-import.ts (additionsTo)',
    leftOut: { client: 'a link inside the app', title: 'every appointment has one' },
  },
  'showings as iCalendar': {
    entity: 'showing',
    record: { ...visit, showing_date: '2026-11-21', client_email: 'ana@example.com' },
    inFile: calendarOf(
      showingEvent({ ...visit, showing_date: '2026-11-21', client_email: 'ana@example.com' }, home, now()),
    ),
    open: 'src/core/domain/schedule/calendar-file.ts (showingEvent)',
    leftOut: {
      client: byEmail,
      status: ownWork,
      feedback: ownWork,
      feedback_for_seller: ownWork,
      interest: ownWork,
      price_opinion: ownWork,
    },
  },
  'open houses as iCalendar': {
    entity: 'open_house',
    record: { ...visit, date: '2026-11-21' },
    inFile: calendarOf(openHouseEvent({ ...visit, date: '2026-11-21' }, home, now())),
    open: 'src/core/domain/schedule/calendar-file.ts (openHouseEvent)',
    leftOut: {},
  },
  'tours as iCalendar': {
    entity: 'tour',
    record: { ...visit, tour_date: '2026-11-21', client_email: 'ana@example.com' },
    inFile: calendarOf(
      tourEvent({ ...visit, tour_date: '2026-11-21', client_email: 'ana@example.com', stops: [] }, home, now()),
    ),
    open: 'src/core/domain/schedule/calendar-file.ts (tourEvent)',
    leftOut: {
      client: byEmail,
      selected_listings: inNotes,
      stops: inNotes,
      lunch: ownWork,
      dropped: ownWork,
      steps: ownWork,
      status: ownWork,
      planning: ownWork,
      preferences: ownWork,
      visit_lengths: ownWork,
      total_distance: ownWork,
      estimated_duration: ownWork,
    },
  },
}

/** Kinds of which no file of their own is written or read. */
const inNoFile: Partial<Record<EntityName, string>> = {
  available_listing: 'what other agents offer',
  door_card: 'has codes',
  exposure_reading: 'other devices’ readings are only on the server',
  follow_up: 'kept for the agent',
  interaction: 'kept for the agent',
  listing_image: 'a photo',
  open_house_visit: 'becomes a client, who has files',
}

test.each(Object.entries(files))('%s: every field is in the file, or left out for a reason', (name, file) => {
  const { entity, record, inFile, open, leftOut } = file
  const wrong = kinds[entity].fields.flatMap((field) => {
    const hasValue = (record[field] ?? '') !== ''
    const isThere = hasValue && isIn(inFile, field, record[field])
    if (isThere && field in leftOut) return [`${field}: the file has it, so it is not left out.`]
    if (isThere || field in leftOut) return []
    return [
      hasValue
        ? `${field}: not in "${name}". Add it in ${open}, or name it under leftOut in tests/rules/exported-fields.test.ts.`
        : `${field}: has no value in "${name}". Add one in tests/rules/exported-fields.test.ts.`,
    ]
  })
  expect(wrong).toEqual([])
})

test('every kind has its files named here, or a reason why it has none', () => {
  const named = new Set([...Object.values(files).map(({ entity }) => entity), ...Object.keys(inNoFile)])
  const unnamed = entityNames.filter((entity) => !named.has(entity))
  expect(unnamed, 'files or inNoFile in tests/rules/exported-fields.test.ts').toEqual([])
})

test('what a file says of a client passes the rules of a client unchanged', () => {
  const said = readTable(peopleTable, clientsAsCsv([client]))
  expect(v.parse(clientImport.schema, said)).toEqual(client)
})

test('forms, files and the Outbox call each field of a client the same', () => {
  for (const [field, label] of Object.entries(clientLabels))
    expect(fieldLabel(field), 'src/core/sync/records/describe-operation.ts (specialLabels)').toBe(label)
})

/** Whether a file has a value: as it is, or as dates and times are written in calendars. */
function isIn(inFile: string | Fields, field: string, value: Fields[string] | undefined): boolean {
  if (typeof inFile !== 'string') return inFile[field] === value
  const text = textOf(value)
  return inFile.includes(/^[\d:-]+$/.test(text) ? text.replaceAll(/[:-]/g, '') : text) || inFile.includes(text)
}

/** What a record of which only the required fields are known gains from a file. */
function mergedIntoBlank<New extends Fields>(
  kind: ImportKind<New>,
  record: New,
  schemas: Readonly<Record<string, v.GenericSchema>>,
): Fields {
  const optional = Object.entries(schemas).filter(([, schema]) => v.is(schema, ''))
  const known: New = { ...record, ...Object.fromEntries(optional.map(([field]) => [field, ''])) }
  return { ...known, ...kind.additionsTo(known, record) }
}

function readTable(format: TableFormat, text: string): Fields {
  const [headings = { cells: [] }, ...rows] = csvRows(new TextEncoder().encode(text))
  return first(format.rowsIn(headings.cells, rows, format.guess(headings.cells)))
}

/** A table whose headings are the names of the fields. */
function csvOf(record: Readonly<Record<string, string | number | null>>): string {
  return [Object.keys(record), Object.values(record)].map((cells) => cells.join(',')).join('\n')
}

function calendarOf(event: CalendarEvent): string {
  return calendarFile({ name: 'Mine', events: [event] }).replaceAll('\r\n ', '')
}

function now(): string {
  return '2026-11-20T12:00:00Z'
}

function first<One>(all: readonly One[]): One {
  return all[0]!
}

import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import {
  appointmentEvent,
  openHouseEvent,
  showingEvent,
  tourEvent,
  calendarFile,
  type CalendarEvent,
} from '#core/domain/schedule/calendar-file.ts'

const now = '2026-11-21T09:00:00.000Z'
const house = {
  address: '51 Aiken Way',
  city: 'Salem',
  state: 'OR',
  zip_code: '97301',
  latitude: 44.9,
  longitude: -123,
}

const showing = {
  id: 7,
  client_key: 'a3f0',
  version: 12 * 2 ** 23,
  updated_at: '2026-11-20T18:30:05.123Z',
  showing_date: '2026-11-21',
  start_time: '14:00:00',
  end_time: '14:30:00',
  client_email: 'jo@example.com',
}

function linesOf(...events: CalendarEvent[]): string[] {
  return calendarFile({ name: 'Fanlight', events }).split('\r\n')
}

test('an event’s SEQUENCE fits the integers of calendar apps for any record version, and never falls', () => {
  const versions = [0, 1, 2 ** 31, 2 ** 31 + 2 ** 24, 2 ** 52, Number.MAX_SAFE_INTEGER]
  const sequences = versions.map((version) => showingEvent({ ...showing, version }, house, now).sequence)
  expect(sequences.at(-1)).toBe(2 ** 31 - 1)
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
})

test('an event’s SEQUENCE is not below one already published, under an older or smaller scale', () => {
  for (const version of [1, 2 ** 24, 2 ** 29 + 5, 2 ** 30]) {
    const { sequence } = showingEvent({ ...showing, version }, house, now)
    expect(sequence).toBeGreaterThanOrEqual(version)
    expect(sequence).toBeGreaterThanOrEqual(Math.floor(version / 2 ** 22))
  }
})

test('a showing has its local start, time zone and place, and an alarm half an hour before', () => {
  const lines = linesOf(showingEvent(showing, house, now))
  expect(lines.slice(lines.indexOf('BEGIN:VEVENT'))).toEqual([
    'BEGIN:VEVENT',
    'UID:a3f0@fanlight',
    `SEQUENCE:${2 ** 30 + 12}`,
    'DTSTAMP:20261120T183005Z',
    'LAST-MODIFIED:20261120T183005Z',
    'DTSTART;TZID=America/Los_Angeles:20261121T140000',
    'DTEND;TZID=America/Los_Angeles:20261121T143000',
    'SUMMARY:Showing: 51 Aiken Way',
    String.raw`LOCATION:51 Aiken Way\, Salem\, OR 97301`,
    'DESCRIPTION:With jo@example.com',
    'GEO:44.9;-123',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Showing: 51 Aiken Way',
    'TRIGGER:-PT30M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a record has one UID before it is sent, after it, and on another device', () => {
  const { client_key, ...asMade } = showing
  const waiting = { ...asMade, id: undefined, version: undefined, key: `local-${client_key}` }
  const uids = [showing, waiting, { ...showing, key: '7' }].map((one) => showingEvent(one, house, now).uid)
  expect(new Set(uids)).toEqual(new Set(['a3f0@fanlight']))
})

test('a record made by another client has a UID of its kind and id', () => {
  const times = { date: '2026-11-21', start_time: '09:00', end_time: '10:00' }
  expect(openHouseEvent({ id: 7, ...times }, house, now).uid).toBe('open-house-7@fanlight')
  expect(appointmentEvent({ id: 7, title: 'Notary', ...times }, now).uid).toBe('appointment-7@fanlight')
})

test('a record that the server does not have yet has the current time as DTSTAMP', () => {
  const { updated_at: _, ...waiting } = showing
  expect(linesOf(showingEvent(waiting, house, now))).toContain('DTSTAMP:20261121T090000Z')
})

test('an appointment without notes and place has no such properties', () => {
  const times = { date: '2026-11-21', start_time: '09:00', end_time: '10:00:00' }
  const lines = linesOf(appointmentEvent({ id: 1, title: 'Notary', ...times }, now))
  expect(lines.some((line) => /^(LOCATION|GEO)/.test(line))).toBe(false)
  expect(lines).toContain('DTSTART:20261121T090000')
  expect(lines).toContain('TRIGGER:-PT15M')
})

test('characters with a meaning in calendar files are escaped', () => {
  const times = { date: '2026-11-21', start_time: '09:00', end_time: '10:00' }
  const notes = 'Keys; code 7, then C:\\\r\nEND:VEVENT\nRing\u0007'
  expect(linesOf(appointmentEvent({ id: 1, title: 'A', ...times, notes }, now))).toContain(
    String.raw`DESCRIPTION:Keys\; code 7\, then C:\\\nEND:VEVENT\nRing`,
  )
})

test('lines have at most 75 bytes, split no character, and unfold to the original text', () => {
  const times = { date: '2026-11-21', start_time: '09:00', end_time: '10:00' }
  const title = 'Žižkov 👋 Straße – 東京 '.repeat(20)
  const file = calendarFile({ name: 'Fanlight', events: [appointmentEvent({ id: 1, title, ...times }, now)] })
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file).not.toMatch(/[^\r]\n/)
  expect(file.replaceAll('\r\n ', '').split('\r\n')).toContain(`SUMMARY:${title}`)
})

/** The instants at which another parser places one showing. */
function instantsOf(date: string, start_time: string, end_time: string, place: { state: string; zip_code?: string }) {
  const event = showingEvent({ ...showing, showing_date: date, start_time, end_time }, place, now)
  const calendar = new ICAL.Component(ICAL.parse(calendarFile({ name: 'Fanlight', events: [event] })))
  const component = calendar.getFirstSubcomponent('vevent')
  const read = new ICAL.Event(component ?? undefined)
  return [read.startDate, read.endDate].map((time) => time.toJSDate().toISOString().slice(0, 16))
}

test.each([
  ['2026-11-21', '14:00', '14:30', 'CA', ['2026-11-21T22:00', '2026-11-21T22:30'], 'a winter day'],
  ['2027-07-04', '14:00', '14:30', 'CA', ['2027-07-04T21:00', '2027-07-04T21:30'], 'a summer day'],
  ['2027-03-14', '01:30', '03:30', 'CA', ['2027-03-14T09:30', '2027-03-14T10:30'], 'over the hour that is missing'],
  ['2027-11-07', '00:30', '03:30', 'CA', ['2027-11-07T07:30', '2027-11-07T11:30'], 'over the hour that comes twice'],
  ['2027-03-14', '09:00', '10:00', 'NY', ['2027-03-14T13:00', '2027-03-14T14:00'], 'after the change'],
  ['2027-03-13', '09:00', '10:00', 'NY', ['2027-03-13T14:00', '2027-03-13T15:00'], 'the day before it'],
  ['2027-07-04', '14:00', '14:30', 'HI', ['2027-07-05T00:00', '2027-07-05T00:30'], 'where clocks never change'],
])('another parser reads the showing on %s from %s to %s in %s at %j: %s', (date, start, end, state, instants) => {
  expect(instantsOf(date, start, end, { state })).toEqual(instants)
})

test('each time zone is defined once, and only if an event needs it', () => {
  const times = { date: '2026-11-21', start_time: '09:00', end_time: '10:00' }
  const inOregon = openHouseEvent({ id: 1, ...times }, house, now)
  const inNewYork = openHouseEvent({ id: 2, ...times }, { state: 'NY' }, now)
  const zones = (events: CalendarEvent[]) => linesOf(...events).filter((line) => line.startsWith('TZID:'))
  expect(zones([inOregon, inOregon, inNewYork])).toEqual(['TZID:America/Los_Angeles', 'TZID:America/New_York'])
  expect(zones([appointmentEvent({ id: 1, title: 'Notary', ...times }, now)])).toEqual([])
})

test('an event in an unknown time zone has floating local times', () => {
  const times = { date: '2026-11-21', start_time: '09:00', end_time: '10:00' }
  const lines = linesOf(openHouseEvent({ id: 7, ...times }, { state: 'TN' }, now))
  expect(lines).toContain('DTSTART:20261121T090000')
  expect(lines).not.toContain('BEGIN:VTIMEZONE')
})

test('a tour is one event from first arrival to last departure, with its stops in the notes', () => {
  const tour = {
    id: 12,
    tour_date: '2026-11-21',
    start_time: '09:00:00',
    end_time: '17:00:00',
    client_email: 'jo@example.com',
  }
  const stops = [
    {
      listing_address: '51 Aiken Way',
      listing_city: 'Salem',
      estimated_arrival: '10:00:00',
      estimated_departure: '10:30:00',
    },
    {
      listing_address: '7 Oak Ln',
      listing_city: 'Salem',
      estimated_arrival: '10:45:00',
      estimated_departure: '11:15:00',
    },
  ]
  const lines = linesOf(tourEvent({ ...tour, stops }, house, now))
  expect(lines).toContain('SUMMARY:Tour #12')
  expect(lines).toContain('DTSTART;TZID=America/Los_Angeles:20261121T100000')
  expect(lines).toContain('DTEND;TZID=America/Los_Angeles:20261121T111500')
  expect(lines).toContain(String.raw`LOCATION:51 Aiken Way\, Salem\, OR 97301`)
  const known = stops.map((stop) => Object.assign({ destination: `${stop.listing_address}, Salem, OR` }, stop))
  const told = linesOf(tourEvent({ ...tour, stops: known }, house, now))
    .join('\r\n')
    .replaceAll('\r\n ', '')
  expect(told).toContain(String.raw`10:45 AM 7 Oak Ln\, Salem\, OR`)
  const unfolded = lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
  expect(unfolded).toContain(
    String.raw`DESCRIPTION:With jo@example.com\n10:00 AM 51 Aiken Way\, Salem\n10:45 AM 7 Oak Ln\, Salem`,
  )
})

import { expect, test } from 'vitest'
import { appointmentEvent, openHouseEvent, showingEvent } from '#core/domain/calendar-event.ts'
import { calendarFile, type CalendarEvent } from '#core/domain/ics.ts'

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
  version: 12,
  updated_at: '2026-11-20T18:30:05.123Z',
  showing_date: '2026-11-21',
  start_time: '14:00:00',
  end_time: '14:30:00',
  client_email: 'jo@example.com',
}

function linesOf(...events: CalendarEvent[]): string[] {
  return calendarFile({ name: 'Fanlight', events }).split('\r\n')
}

test('a showing says when and where on the clock at the property, and reminds half an hour before', () => {
  const lines = linesOf(showingEvent(showing, house, now))
  expect(lines.slice(lines.indexOf('BEGIN:VEVENT'))).toEqual([
    'BEGIN:VEVENT',
    'UID:a3f0@fanlight',
    'SEQUENCE:12',
    'DTSTAMP:20261120T183005Z',
    'LAST-MODIFIED:20261120T183005Z',
    'DTSTART:20261121T140000',
    'DTEND:20261121T143000',
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

test('a record has one name before it was sent, after it, and on another device', () => {
  const { client_key, ...asMade } = showing
  const waiting = { ...asMade, id: undefined, version: undefined, key: `local-${client_key}` }
  const uids = [showing, waiting, { ...showing, key: '7' }].map((one) => showingEvent(one, house, now).uid)
  expect(new Set(uids)).toEqual(new Set(['a3f0@fanlight']))
})

test('what this product did not make is named by its kind and number', () => {
  const times = { date: '2026-11-21', start_time: '09:00', end_time: '10:00' }
  expect(openHouseEvent({ id: 7, ...times }, house, now).uid).toBe('open-house-7@fanlight')
  expect(appointmentEvent({ id: 7, title: 'Notary', ...times }, now).uid).toBe('appointment-7@fanlight')
})

test('what the server has not seen was changed now', () => {
  const { updated_at: _, ...waiting } = showing
  expect(linesOf(showingEvent(waiting, house, now))).toContain('DTSTAMP:20261121T090000Z')
})

test('an appointment without notes and place says nothing of them', () => {
  const times = { date: '2026-11-21', start_time: '09:00', end_time: '10:00:00' }
  const lines = linesOf(appointmentEvent({ id: 1, title: 'Notary', ...times }, now))
  expect(lines.some((line) => /^(LOCATION|GEO)/.test(line))).toBe(false)
  expect(lines).toContain('DTSTART:20261121T090000')
  expect(lines).toContain('TRIGGER:-PT15M')
})

test('signs that mean something in a calendar file are said so that they mean themselves', () => {
  const times = { date: '2026-11-21', start_time: '09:00', end_time: '10:00' }
  const notes = 'Keys; code 7, then C:\\\r\nEND:VEVENT\nRing\u0007'
  expect(linesOf(appointmentEvent({ id: 1, title: 'A', ...times, notes }, now))).toContain(
    String.raw`DESCRIPTION:Keys\; code 7\, then C:\\\nEND:VEVENT\nRing`,
  )
})

test('no line is longer than 75 bytes, no sign is cut, and unfolding gives the text back', () => {
  const times = { date: '2026-11-21', start_time: '09:00', end_time: '10:00' }
  const title = 'Žižkov 👋 Straße – 東京 '.repeat(20)
  const file = calendarFile({ name: 'Fanlight', events: [appointmentEvent({ id: 1, title, ...times }, now)] })
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file).not.toMatch(/[^\r]\n/)
  expect(file.replaceAll('\r\n ', '').split('\r\n')).toContain(`SUMMARY:${title}`)
})

import type { Appointment } from '#core/contract/appointment.ts'
import type { OpenHouse } from '#core/contract/open-house.ts'
import type { Property } from '#core/contract/property.ts'
import type { Showing } from '#core/contract/showing.ts'
import type { SentTourStop, Tour } from '#core/contract/tour.ts'
import { zoneOfProperty, type TimeZone, zoneLines } from '#core/domain/time/time-zone.ts'
import { visitBegins } from '#core/domain/tours/timed-stop.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import { escapeValue, foldLine } from '#core/domain/text/content-lines.ts'
import { formatTime } from '#core/format/times.ts'

/** What identifies a record permanently: on the server its id and `client_key`, on the device its local key. */
type Identified = {
  id?: number | undefined
  key?: string | undefined
  client_key?: string | null | undefined
  version?: number | string | undefined
  updated_at?: string | undefined
}

type VisitedProperty = {
  [Field in 'address' | 'city' | 'state' | 'zip_code' | 'latitude' | 'longitude']?: Property[Field] | undefined
}

/** `now` replaces the time of the last change if the server does not have the showing yet; also in the functions below. */
export function showingEvent(
  showing: Identified & Pick<Showing, 'showing_date' | 'start_time' | 'end_time' | 'client_email'>,
  property: VisitedProperty,
  now: string,
): CalendarEvent {
  return {
    ...identityOf('showing', showing, now),
    date: showing.showing_date,
    start_time: showing.start_time,
    end_time: showing.end_time,
    title: `Showing: ${property.address ?? 'a listing'}`,
    notes: `With ${showing.client_email}`,
    alarmMinutes: 30,
    ...locationOf(property),
  }
}

export function openHouseEvent(
  openHouse: Identified & Pick<OpenHouse, 'date' | 'start_time' | 'end_time'>,
  property: VisitedProperty,
  now: string,
): CalendarEvent {
  return {
    ...identityOf('open-house', openHouse, now),
    date: openHouse.date,
    start_time: openHouse.start_time,
    end_time: openHouse.end_time,
    title: `Open house: ${property.address ?? 'a listing'}`,
    notes: '',
    alarmMinutes: 60,
    ...locationOf(property),
  }
}

export function appointmentEvent(
  appointment: Identified &
    Pick<Appointment, 'title' | 'date' | 'start_time' | 'end_time'> &
    Partial<Pick<Appointment, 'notes' | 'location'>>,
  now: string,
): CalendarEvent {
  return {
    ...identityOf('appointment', appointment, now),
    date: appointment.date,
    start_time: appointment.start_time,
    end_time: appointment.end_time,
    title: appointment.title,
    notes: appointment.notes ?? '',
    location: appointment.location ?? '',
    // The location of an appointment is only text.
    zone: null,
    place: null,
    alarmMinutes: 15,
  }
}

/** A tour is one event with its stops in the notes; `property` is that of the first stop. */
export function tourEvent(
  tour: Identified &
    Pick<Tour, 'tour_date' | 'start_time' | 'end_time' | 'client_email'> & { stops: readonly NamedStop[] },
  property: VisitedProperty,
  now: string,
): CalendarEvent {
  const { stops, client_email } = tour
  const [first, last] = [stops[0], stops.at(-1)]
  const lines = stops.map((stop) => {
    const where = stop.destination ?? [stop.listing_address, stop.listing_city].filter(Boolean).join(', ')
    const begins = visitBegins(stop)
    return begins === undefined ? where : `${formatTime(begins)} ${where}`
  })
  return {
    ...identityOf('tour', tour, now),
    date: tour.tour_date,
    start_time: (first && visitBegins(first)) ?? tour.start_time,
    end_time: last?.estimated_departure ?? tour.end_time,
    title: tourTitle(tour.id),
    notes: [`With ${client_email}`, ...lines].join('\n'),
    location: locationOf({ address: first?.listing_address, city: first?.listing_city, ...property }).location,
    zone: zoneOfProperty(property),
    place: null,
    alarmMinutes: 60,
  }
}

type NamedStop = Pick<SentTourStop, 'listing_address'> &
  Partial<Pick<SentTourStop, 'listing_city' | 'estimated_arrival' | 'estimated_departure' | 'duration_minutes'>> & {
    /** The full address; without it, `listing_address` and `listing_city` are shown. */
    destination?: string
  }

/** The UID comes from the operation that created the record, so that an app with both a downloaded file and the calendar feed shows one event. */
function identityOf(kind: string, { id, key, client_key, version, updated_at }: Identified, now: string) {
  const opId = client_key ?? /^local-(.+)$/.exec(key ?? '')?.[1]
  return {
    uid: `${opId ?? `${kind}-${id ?? key ?? ''}`}@fanlight`,
    sequence: sequenceOf(Number(version)),
    changedAt: updated_at ?? now,
  }
}

/**
 * Maps a version, which may reach 2^53, to a sequence below 2^31 (RFC 5545, 3.3.8). It starts at 2^30, because older releases sent the
 * version itself, and calendar apps ignore a lower sequence (RFC 5546, 2.1.5). Of equal sequences, the later `DTSTAMP` counts.
 */
function sequenceOf(version: number): number {
  return Number.isSafeInteger(version) && version > 0 ? 2 ** 30 + Math.floor(version / 2 ** 23) : 0
}

function locationOf(property: VisitedProperty): Pick<CalendarEvent, 'location' | 'place' | 'zone'> {
  const { address, city, state, zip_code, latitude, longitude } = property
  const region = [state, zip_code].filter(Boolean).join(' ')
  return {
    location: [address, city, region].filter(Boolean).join(', '),
    zone: zoneOfProperty(property),
    place: typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null,
  }
}

/* Calendar files (RFC 5545). Times are wall-clock times with the property's zone, or floating if it is unknown (decision 7). */

export type CalendarEvent = {
  /** Permanent, so that a program updates its event instead of adding another. */
  uid: string
  sequence: number
  /** ISO 8601 with a zone. */
  changedAt: string
  date: string
  /** `HH:MM` or `HH:MM:SS`. */
  start_time: string
  end_time: string
  /** The time zone of the times; null if it is unknown, for floating times. */
  zone: TimeZone | null
  title: string
  location: string
  notes: string
  place: { latitude: number; longitude: number } | null
  /** Minutes before the start; null for no alarm. */
  alarmMinutes: number | null
}

export const calendarFileType = 'text/calendar; charset=utf-8'

export function calendarFile({ name, events }: { name: string; events: readonly CalendarEvent[] }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fanlight//Fanlight 1//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeValue(name)}`,
    // How often a subscriber may refresh, under the standard's property name and Microsoft's.
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...zonesOf(events).flatMap(zoneLines),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function zonesOf(events: readonly CalendarEvent[]): TimeZone[] {
  return [...new Set(events.flatMap(({ zone }) => zone ?? []))].toSorted()
}

function eventLines(event: CalendarEvent): string[] {
  const { title, location, notes, place, alarmMinutes } = event
  return [
    'BEGIN:VEVENT',
    `UID:${escapeValue(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `LAST-MODIFIED:${utc(event.changedAt)}`,
    `DTSTART${wallClock(event, event.start_time)}`,
    `DTEND${wallClock(event, event.end_time)}`,
    `SUMMARY:${escapeValue(title)}`,
    ...(location === '' ? [] : [`LOCATION:${escapeValue(location)}`]),
    ...(notes === '' ? [] : [`DESCRIPTION:${escapeValue(notes)}`]),
    ...(place === null ? [] : [`GEO:${place.latitude};${place.longitude}`]),
    ...(alarmMinutes === null ? [] : alarmLines(title, alarmMinutes)),
    'END:VEVENT',
  ]
}

function alarmLines(title: string, minutes: number): string[] {
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escapeValue(title)}`, `TRIGGER:-PT${minutes}M`, 'END:VALARM']
}

/** Returns ":20261121T140000", with the time zone before it if it is known. */
function wallClock({ date, zone }: CalendarEvent, time: string): string {
  const whole = time.length === 5 ? `${time}:00` : time.slice(0, 8)
  const at = `${date.replaceAll('-', '')}T${whole.replaceAll(':', '')}`
  return zone === null ? `:${at}` : `;TZID=${zone}:${at}`
}

function utc(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

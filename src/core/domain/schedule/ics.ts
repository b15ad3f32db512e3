import { escaped, folded } from '#core/domain/text/content-lines.ts'
import type { TimeZone } from '#core/domain/time/time-zone.ts'
import { zoneLines } from '#core/domain/time/vtimezone.ts'

/*
 * Calendar files for other programs (RFC 5545). Times are those of the clock at the property, said with its zone; where the
 * zone is unknown they are floating, without one (decision 7).
 */

export type CalendarEvent = {
  /** The same for ever, so that a program that gets the event again changes its own instead of adding one. */
  uid: string
  /** Rises with every change. */
  sequence: number
  /** When it was last changed, ISO 8601 with a zone. */
  changedAt: string
  date: string
  /** `HH:MM` or `HH:MM:SS`. */
  start_time: string
  end_time: string
  /** By which the clock there goes; null for a floating time. */
  zone: TimeZone | null
  title: string
  location: string
  notes: string
  place: { latitude: number; longitude: number } | null
  /** So many minutes before it starts; null for none. */
  alarmMinutes: number | null
}

export const calendarFileType = 'text/calendar; charset=utf-8'

/** A whole calendar file, its lines ended and folded as the standard requires. */
export function calendarFile({ name, events }: { name: string; events: readonly CalendarEvent[] }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fanlight//Fanlight 1//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    // How often a subscriber may look again; one is the standard's name for it, the other Microsoft's.
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...zonesOf(events).flatMap(zoneLines),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function zonesOf(events: readonly CalendarEvent[]): TimeZone[] {
  return [...new Set(events.flatMap(({ zone }) => zone ?? []))].toSorted()
}

function eventLines(event: CalendarEvent): string[] {
  const { title, location, notes, place, alarmMinutes } = event
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `LAST-MODIFIED:${utc(event.changedAt)}`,
    `DTSTART${wallClock(event, event.start_time)}`,
    `DTEND${wallClock(event, event.end_time)}`,
    `SUMMARY:${escaped(title)}`,
    ...(location === '' ? [] : [`LOCATION:${escaped(location)}`]),
    ...(notes === '' ? [] : [`DESCRIPTION:${escaped(notes)}`]),
    ...(place === null ? [] : [`GEO:${place.latitude};${place.longitude}`]),
    ...(alarmMinutes === null ? [] : alarmLines(title, alarmMinutes)),
    'END:VEVENT',
  ]
}

function alarmLines(title: string, minutes: number): string[] {
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(title)}`, `TRIGGER:-PT${minutes}M`, 'END:VALARM']
}

/** ":20261121T140000", with the zone before it where it is known. */
function wallClock({ date, zone }: CalendarEvent, time: string): string {
  const whole = time.length === 5 ? `${time}:00` : time.slice(0, 8)
  const at = `${date.replaceAll('-', '')}T${whole.replaceAll(':', '')}`
  return zone === null ? `:${at}` : `;TZID=${zone}:${at}`
}

function utc(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

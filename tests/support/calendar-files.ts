/**
 * Calendars as other programs write them. Google Calendar writes UTC for single events and zone names for recurring ones
 * (`X-WR-TIMEZONE`), Outlook writes Windows zones with their definitions, Apple writes places in a second property. The format
 * is RFC 5545.
 */
const lines = (...some: string[]) => some.join('\r\n')

const calendar = (...events: string[]) =>
  lines('BEGIN:VCALENDAR', 'VERSION:2.0', 'CALSCALE:GREGORIAN', ...events, 'END:VCALENDAR', '')

const event = (...properties: string[]) => lines('BEGIN:VEVENT', ...properties, 'END:VEVENT')

export const googleCalendar = calendar(
  'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
  'METHOD:PUBLISH',
  'X-WR-CALNAME:ida@example.com',
  'X-WR-TIMEZONE:America/Los_Angeles',
  event(
    'DTSTART:20261201T220000Z',
    'DTEND:20261201T224500Z',
    'DTSTAMP:20261120T080000Z',
    'UID:one@google.com',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Jo Ng;X-NUM-GUESTS=0:mailto:jo@example.com',
    String.raw`DESCRIPTION:Bring the <b>keys</b><br>and the folder &amp\; pens`,
    String.raw`LOCATION:12 Oak Lane\, Salem`,
    'STATUS:CONFIRMED',
    'SUMMARY:Listing talk with Jo',
  ),
  event(
    'DTSTART;TZID=America/Los_Angeles:20261030T090000',
    'DTEND;TZID=America/Los_Angeles:20261030T093000',
    'RRULE:FREQ=WEEKLY;UNTIL=20261204T170000Z;BYDAY=FR',
    'EXDATE;TZID=America/Los_Angeles:20261127T090000',
    'UID:weekly@google.com',
    'STATUS:CONFIRMED',
    'SUMMARY:Team meeting',
  ),
  event(
    'DTSTART;TZID=America/Los_Angeles:20261120T140000',
    'DTEND;TZID=America/Los_Angeles:20261120T143000',
    'RECURRENCE-ID;TZID=America/Los_Angeles:20261120T090000',
    'UID:weekly@google.com',
    'STATUS:CONFIRMED',
    'SUMMARY:Team meeting\\, later this time',
  ),
  event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261226', 'UID:holiday@google.com', 'SUMMARY:Holidays'),
  event(
    'DTSTART:20261202T180000Z',
    'DTEND:20261202T190000Z',
    'UID:off@google.com',
    'STATUS:CANCELLED',
    'SUMMARY:Called off',
  ),
)

export const outlookCalendar = calendar(
  'PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN',
  'METHOD:PUBLISH',
  'BEGIN:VTIMEZONE',
  'TZID:Eastern Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16011104T020000',
  'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010311T020000',
  'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
  event(
    'CLASS:PUBLIC',
    'DTSTART;TZID="Eastern Standard Time":20261203T120000',
    'DTEND;TZID="Eastern Standard Time":20261203T130000',
    'LOCATION:Phone',
    'SUMMARY;LANGUAGE=en-us:Lender in Boston',
    'UID:040000008200E00074C5B7101A82E008',
    'BEGIN:VALARM',
    'TRIGGER:-PT15M',
    'ACTION:DISPLAY',
    'DESCRIPTION:Reminder',
    'END:VALARM',
  ),
)

export const appleCalendar = calendar(
  'PRODID:-//Apple Inc.//macOS 15.0//EN',
  event(
    'UID:8A6C2E1B-0000-4000-8000-000000000001',
    'DTSTART:20261204T230000',
    'DURATION:PT4H',
    'SUMMARY:Closing party',
    String.raw`LOCATION:Harbor Hall\n1 Pier Rd\, Salem`,
    'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS=1 Pier Rd;X-TITLE=Harbor Hall:geo:44.9,-123.0',
  ),
  event('UID:8A6C2E1B-0000-4000-8000-000000000002', 'DTSTART:20261205T100000', 'SUMMARY:Call the bank'),
)

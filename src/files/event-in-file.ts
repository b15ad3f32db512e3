import { default as ICAL } from 'ical.js'
import { longestText } from '#core/contract/fields.ts'
import { dateIn } from '#core/import/table-format.ts'
import { truncateText } from '#core/import/imported-records.ts'
import type { Clock, ClockTime } from './zoned-times.ts'

/** An event of a calendar file; a repeating one is a single event with rules. Times are epoch milliseconds. */
export type EventInFile = {
  line: number
  uid: string
  title: string
  location: string
  notes: string
  start: number
  durationMs: number
  isCancelled: boolean
  /** The zone of the start. The event's other times use it if they name none. */
  zone: string | null
  /** The start as the file has it, in `zone`. */
  clock: ClockTime
  /** If a file has an event in several versions, the highest one is imported. */
  version: number
  /** The original time of the occurrence that this event replaces; `isFuture` if it also replaces all later ones. */
  replaces: (TimeInFile & { isFuture: boolean }) | null
  /** The event has a repeat rule that ical.js drops because it cannot read it, so it occurs only once. Set by `eventsInCalendar`. */
  hasUnreadableRule: boolean
  repeats: {
    rules: ICAL.Recur[]
    /** Additional occurrences; `lasts` is null if they last as long as the event. */
    more: { start: number; lasts: number | null }[]
    /** Occurrences that are left out: a start time, or a whole day such as "2026-11-21". */
    except: ReadonlySet<number | string>
  } | null
}

/** For an event without a duration. */
const defaultDurationMs = 15 * 60_000
const longestTitle = 200
const longestPlace = 300
const maxGuests = 20

const wrongTime = 'The date or time of this event looks wrong.'

/** Returns the event, or the reason why it cannot become an appointment. */
export function eventOf(line: number, event: ICAL.Component, clock: Clock): EventInFile | string {
  const begins = timeIn(event.getFirstProperty('dtstart'))
  if (begins === null) return event.hasProperty('dtstart') ? wrongTime : 'This event has no start.'
  const isCancelled = /^cancelled$/i.test(textOf(event, 'status'))
  const ends = event.getFirstProperty('dtend')
  if (looksWrong(event.getFirstProperty('dtstart')) || looksWrong(ends)) return wrongTime
  // A time zone or 24:00 may move the date by a day, which must not lead to a year with more or fewer than four digits.
  if (begins.clock.year < 1 || begins.clock.year > 9998) return 'The year of this event looks wrong.'
  if (begins.isDay && !isCancelled) return 'This is an all-day event; an appointment needs a start and an end time.'
  const start = clock.instantOf(begins.clock, begins.zone)
  const durationMs = lengthOf(event, start, clock)
  if (durationMs < 0 && !isCancelled) return 'This event ends before it starts.'
  const replaced = timeIn(event.getFirstProperty('recurrence-id'))
  const [title, location, notes] = textsOf(event)
  return {
    line,
    uid: textOf(event, 'uid') || `${title} ${start}`,
    title,
    location,
    notes,
    start,
    durationMs: durationMs > 0 ? durationMs : defaultDurationMs,
    isCancelled,
    zone: begins.zone,
    clock: begins.clock,
    version: Number(event.getFirstPropertyValue('sequence')) || 0,
    replaces: replaced === null ? null : { ...replaced, isFuture: isFuture(event) },
    hasUnreadableRule: false,
    repeats: repeatsOf(event, begins, clock),
  }
}

function isFuture(event: ICAL.Component): boolean {
  return /^thisandfuture$/i.test(event.getFirstProperty('recurrence-id')?.getFirstParameter('range') ?? '')
}

/** `isDay`: the file has a date without a time. */
type TimeInFile = { clock: ClockTime; zone: string | null; isDay: boolean }

function timeIn(property: ICAL.Property | null): TimeInFile | null {
  return property === null ? null : (timesIn(property)[0] ?? null)
}

/** Whether a date or time does not exist. ical.js reads February 30 as March 2, and 25:00 as 1:00 of the next day. 24:00 is valid. */
function looksWrong(property: ICAL.Property | null): boolean {
  if (property === null) return false
  const [date = '', time = '00:00:00'] = String(property.jCal[3]).split('T')
  return dateIn(date, 'month-first') === '' || !/^(?:([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)|24:00:00)/.test(time)
}

function timesIn(property: ICAL.Property): TimeInFile[] {
  return valuesOf(property).flatMap((value) => {
    const time = value instanceof ICAL.Period ? value.start : value
    return time instanceof ICAL.Time && !Number.isNaN(time.year) ? [timeOf(time, property)] : []
  })
}

function timeOf(time: ICAL.Time, property: ICAL.Property): TimeInFile {
  const { year, month, day, hour, minute, second } = time
  const zone = time.zone === ICAL.Timezone.utcTimezone ? 'UTC' : property.getFirstParameter('tzid') || null
  return { clock: { year, month, day, hour, minute, second }, zone, isDay: time.isDate }
}

function valuesOf(property: ICAL.Property): unknown[] {
  try {
    return property.getValues()
  } catch {
    return []
  }
}

function lengthOf(event: ICAL.Component, start: number, clock: Clock): number {
  const ends = timeIn(event.getFirstProperty('dtend'))
  const duration: unknown = event.getFirstPropertyValue('duration')
  const durationMs = duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : 0
  return ends === null ? durationMs : clock.instantOf(ends.clock, ends.zone) - start
}

function repeatsOf(event: ICAL.Component, begins: TimeInFile, clock: Clock): EventInFile['repeats'] {
  const rules = event.getAllProperties('rrule').flatMap((property) => {
    const [rule] = valuesOf(property)
    return rule instanceof ICAL.Recur ? [rule] : []
  })
  // A time without a zone uses that of the series.
  const instantOf = (time: TimeInFile) => clock.instantOf(time.clock, time.zone ?? begins.zone)
  const except = event.getAllProperties('exdate').flatMap(timesIn)
  const more = event.getAllProperties('rdate').flatMap((property) =>
    valuesOf(property).flatMap((value) => {
      const time = value instanceof ICAL.Period ? value.start : value
      if (!(time instanceof ICAL.Time) || time.isDate) return []
      const start = instantOf(timeOf(time, property))
      return [{ start, lasts: value instanceof ICAL.Period ? lengthOfPeriod(value, start, property, instantOf) : null }]
    }),
  )
  if (rules.length === 0 && more.length === 0) return null
  return {
    rules,
    more,
    except: new Set(except.map((time) => (time.isDay ? dayOf(time.clock) : instantOf(time)))),
  }
}

function lengthOfPeriod(
  period: ICAL.Period,
  start: number,
  property: ICAL.Property,
  instantOf: (time: TimeInFile) => number,
): number | null {
  const { end, duration } = period as { end?: ICAL.Time | null; duration?: ICAL.Duration | null }
  const lasts =
    end instanceof ICAL.Time ? instantOf(timeOf(end, property)) - start : (duration?.toSeconds() ?? 0) * 1000
  return lasts > 0 ? lasts : null
}

/** Returns the day of a time, such as "2026-11-21". */
export function dayOf({ year, month, day }: ClockTime): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

/** Returns the event's texts. A title or location that is too long for its field is cut, and the notes have it in full. */
function textsOf(event: ICAL.Component): [title: string, location: string, notes: string] {
  const [title, place] = [textOf(event, 'summary'), textOf(event, 'location').replaceAll(/\s*\n\s*/g, ', ')]
  const guests = event.getAllProperties('attendee').map(guestOf).filter(Boolean)
  const notes = [
    ...(title.length > longestTitle ? [title] : []),
    ...(place.length > longestPlace ? [place] : []),
    plainText(textOf(event, 'description')),
    ...(guests.length === 0 ? [] : [`With: ${guests.slice(0, maxGuests).join(', ')}`]),
  ]
  return [
    truncateText(title, longestTitle),
    truncateText(place, longestPlace),
    truncateText(notes.filter(Boolean).join('\n'), longestText),
  ]
}

function guestOf(guest: ICAL.Property): string {
  const email = String(guest.getFirstValue() ?? '').replace(/^mailto:/i, '')
  const name = guest.getFirstParameter('cn') ?? ''
  if (/resource|room/i.test(guest.getFirstParameter('cutype') ?? '')) return ''
  return name === '' || name === email ? email : `${name} <${email}>`
}

function textOf(event: ICAL.Component, name: string): string {
  const value: unknown = event.getFirstPropertyValue(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Removes HTML from a text, because Google and Outlook write notes as HTML. */
function plainText(text: string): string {
  if (!/<(br|p|a|b|i|u|ul|ol|li|span|div|html)\b/i.test(text)) return text
  return text
    .replaceAll(/<(br|\/p|\/div|\/li)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(nbsp|lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const entities: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

import { default as ICAL } from 'ical.js'
import type { Block } from './read-content-lines.ts'

/** Converts a block for ical.js; with `withParts`, also the blocks inside it. Corrects clear violations of RFC 5545; omits unreadable lines. */
export function calendarComponent(block: Block, withParts: boolean): ICAL.Component {
  return new ICAL.Component(jCalOf(block, withParts) as never)
}

function jCalOf({ name, lines, parts }: Block, withParts: boolean): unknown[] {
  const properties = lines
    .flatMap(({ text }) => withPlainValues(text))
    .map((line) => propertyOf(line) ?? propertyOf(line.replaceAll('"', '')))
    .filter((property) => property !== null)
  return [name.toLowerCase(), properties, withParts ? parts.map((part) => jCalOf(part, true)) : []]
}

function propertyOf(line: string): unknown {
  try {
    return ICAL.parse.property(line, ICAL.design.icalendar) as unknown
  } catch {
    return null
  }
}

/** Rewrites a line as RFC 5545 requires: returns no line for an empty rule, and two if dates and times are mixed. */
function withPlainValues(text: string): string[] {
  // Names of Windows zones contain a colon: "(UTC-05:00) Eastern Time (US & Canada)".
  const line = text.replace(/;TZID=([^";:]*\([^)":]*:[^)"]*\)[^";:]*)/i, ';TZID="$1"')
  const [, head = '', name = '', value = ''] = /^(([\w-]+)(?:"[^"]*"|[^:"])*):(.*)$/s.exec(line) ?? []
  if (dateProperty.test(name)) return withPlainTimes(head, value)
  if (/^(RRULE|EXRULE)$/i.test(name)) {
    const rule = plainRule(value)
    return rule === '' ? [] : [`${name}:${rule}`]
  }
  return [/^TZOFFSET(FROM|TO)$/i.test(name) ? `${name}:${plainOffset(value)}` : line]
}

const dateProperty = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)$/i

function withPlainTimes(head: string, value: string): string[] {
  const values = value.split(',').map((one) => one.split('/').map(plainTime).join('/'))
  const days = values.filter((one) => day.test(one))
  const moments = values.filter((one) => moment.test(one))
  if (days.length === 0 && moments.length === 0) return [`${head}:${value}`]
  const headWithoutType = head.replace(/;VALUE=DATE(-TIME)?(?=;|$)/i, '')
  return [
    ...(days.length === 0 ? [] : [`${headWithoutType};VALUE=DATE:${days.join(',')}`]),
    ...(moments.length === 0 ? [] : [`${headWithoutType}:${moments.join(',')}`]),
  ]
}

const day = /^\d{8}$/
const moment = /^\d{8}T\d{6}Z?(\/.+)?$/

/** "2026-12-07T10:00" becomes "20261207T100000", in UTC if an offset follows. */
function plainTime(value: string): string {
  const [, year, month, day, hour, minute, second = '00', zone = ''] =
    /^\s*(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?(?:\d\d)?)?)?\s*$/i.exec(
      value,
    ) ?? []
  if (year === undefined) return value.trim()
  if (hour === undefined) return `${year}${month}${day}`
  const plain = `${year}${month}${day}T${hour}${minute}${second}`
  if (!/[+-]/.test(zone)) return plain + zone.toUpperCase()
  const instant = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const seconds = offsetSeconds(zone)
  if (Number.isNaN(instant) || seconds === null) return plain
  return new Date(instant - seconds * 1000).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}

/** Returns "-0500" for "-500" and "-05:00". */
function plainOffset(value: string): string {
  const seconds = offsetSeconds(value)
  if (seconds === null) return value
  const [hours, minutes, rest] = [3600, 60, 1].map((unit, at) =>
    Math.trunc((Math.abs(seconds) % [86_400, 3600, 60][at]!) / unit),
  )
  const digits = [hours, minutes, ...(rest === 0 ? [] : [rest])].map((part) => String(part).padStart(2, '0'))
  return `${seconds < 0 ? '-' : '+'}${digits.join('')}`
}

function offsetSeconds(value: string): number | null {
  const [, sign, hours, minutes = '0', seconds = '0'] =
    /^\s*([+-]?)(\d\d?)(?::?(\d\d))?(?::?(\d\d))?\s*$/.exec(value) ?? []
  if (hours === undefined) return null
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sign === '-' ? -size : size
}

function plainRule(value: string): string {
  return value
    .toUpperCase()
    .replaceAll(/\s+/g, '')
    .split(';')
    .filter((part) => /=./.test(part))
    .map((part) => part.replace(/^UNTIL=(.+)$/, (_, until: string) => `UNTIL=${plainTime(until)}`))
    .join(';')
}

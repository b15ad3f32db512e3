import * as v from 'valibot'
import { formatNumber } from '#core/format/numbers.ts'

/** The longest text that the server stores in one field, in UTF-16 code units (reading R10). */
export const longestText = 10_000

/** Matches a visible character: no space, no zero-width character, no empty Braille cell. */
const visibleCharacter = /[^\s\p{C}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u

export function isVisible(text: string): boolean {
  return visibleCharacter.test(text)
}

/** Returns the schema of a required text. It is trimmed, and refused if it has no visible character. */
export function requiredText(label: string, longest = 200) {
  return v.pipe(
    v.string(`${label} is required.`),
    v.transform(toStorableText),
    v.trim(),
    v.nonEmpty(`${label} is required.`),
    v.check((text) => text === '' || isVisible(text), `${label} is required.`),
    v.maxLength(longest, `${label} must be at most ${formatNumber(longest)} characters.`),
  )
}

/** Returns the schema of a text that may be empty; `null` and a missing field become ''. */
export function optionalText(label: string, longest = longestText) {
  return v.optional(
    v.pipe(
      v.nullable(v.string()),
      v.transform((text) => toStorableText(text ?? '')),
      v.trim(),
      v.maxLength(longest, `${label} must be at most ${formatNumber(longest)} characters.`),
    ),
    '',
  )
}

/** Removes NUL, which PostgreSQL cannot store, and unifies line breaks, so that forms and JSON send the same text. */
export function toStorableText(text: string): string {
  return normalizeLineBreaks(text.replaceAll('\0', ''))
}

export function emailAddress(label = 'Email') {
  return v.pipe(requiredText(label, 254), v.check(isEmailAddress, 'Enter a valid email address.'))
}

/** Whether a text is an RFC 5322 address without quotation marks, at a domain with a dot: "pat.o'neil@example.com". */
export function isEmailAddress(text: string): boolean {
  return emailPattern.test(text)
}

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const domainLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const emailPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${domainLabel}\\.)+(?!\\d+$)${domainLabel}$`, 'i')

/** A date without a time zone, such as `2026-11-21` (reading R7). */
export const plainDate = v.pipe(
  v.string('Enter a date.'),
  v.isoDate('Enter a date.'),
  v.check(isInCalendar, 'Enter a date.'),
)

/** False for February 31, and for years before 1900, which are typing errors. */
function isInCalendar(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return year >= 1900 && day <= lastDay
}

/** Returns the schema of a `plainDate` that may be ''; a missing field becomes ''. */
export function optionalDate(message = 'Enter a date.') {
  return v.optional(v.union([v.literal(''), plainDate], message), '')
}

/** A wall-clock time at the property, `09:30` or `09:30:00`, without a time zone. The output has seconds, as on the wire. */
export const plainTime = v.pipe(
  v.string('Enter a time.'),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Enter a time.'),
  v.transform((time) => (time.length === 5 ? `${time}:00` : time)),
)

/** An id from the server: a number, or its digits as text. */
export const serverId = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.digits())]),
  v.transform(Number),
  v.safeInteger(),
  v.minValue(1),
)

/** A moment in ISO 8601; the output is in UTC, as JavaScript's `toISOString` writes it. */
export const instant = v.pipe(
  v.string('Enter a date and time.'),
  v.isoTimestamp('Enter a date and time.'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'Enter a date and time.'),
  v.transform((text) => new Date(text).toISOString()),
  // Years before 0 and after 9999, which PostgreSQL cannot read in this form, begin with a sign that sorts before all digits.
  v.check((text) => text >= '1900', 'Enter a date and time.'),
)

export const optionalClient = v.optional(v.nullable(serverId), null)

/** Converts all line breaks to LF: a form sends CRLF and JSON sends LF for the same text (fault G12). */
export function normalizeLineBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/** Parses a number as written in the United States. NaN if a comma does not separate thousands: "250,50" is ambiguous. */
export function typedNumber(text: string): number {
  const typed = text.replaceAll(/[$\s]/g, '')
  return /^(-?\d+|-?\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(typed) ? Number(typed.replaceAll(',', '')) : Number.NaN
}

import * as v from 'valibot'
import { formatNumber } from '#core/format/numbers.ts'

/** The longest text the server keeps in one field, in UTF-16 units (reading R10). */
export const longestText = 10_000

/** Anything but blanks and signs without a shape, such as a zero-width space, a word joiner or an empty Braille cell. */
const somethingToSee = /[^\s\p{C}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u

/** Whether anything of a text can be seen. */
export function isVisible(text: string): boolean {
  return somethingToSee.test(text)
}

/** A required line of text, trimmed; refused when nothing is left of it that can be seen. */
export function requiredText(label: string, longest = 200) {
  return v.pipe(
    v.string(`${label} is required.`),
    v.transform(asKept),
    v.trim(),
    v.nonEmpty(`${label} is required.`),
    v.check((text) => text === '' || isVisible(text), `${label} is required.`),
    v.maxLength(longest, `${label} must be at most ${formatNumber(longest)} characters.`),
  )
}

/** A text that may be empty; `null` and a missing field read as empty. */
export function optionalText(label: string, longest = longestText) {
  return v.optional(
    v.pipe(
      v.nullable(v.string()),
      v.transform((text) => asKept(text ?? '')),
      v.trim(),
      v.maxLength(longest, `${label} must be at most ${formatNumber(longest)} characters.`),
    ),
    '',
  )
}

/** Without the one sign that PostgreSQL cannot keep, which nobody types, and the same whether it came by form or as JSON. */
export function asKept(text: string): string {
  return withPlainBreaks(text.replaceAll('\0', ''))
}

export function emailAddress(label = 'Email') {
  return v.pipe(requiredText(label, 254), v.check(isEmailAddress, 'Enter a valid email address.'))
}

/** An address as RFC 5322 has it without quotation marks ("pat.o'neil@example.com"), at a domain with a dot. */
export function isEmailAddress(text: string): boolean {
  return emailPattern.test(text)
}

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const domainLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const emailPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${domainLabel}\\.)+(?!\\d+$)${domainLabel}$`, 'i')

/** A date as the calendar on the wall shows it, `2026-11-21`; no zone (reading R7). */
export const plainDate = v.pipe(
  v.string('Enter a date.'),
  v.isoDate('Enter a date.'),
  v.check(isInCalendar, 'Enter a date.'),
)

/** False for the 31st of February, and for years that only a slip of the finger makes. */
function isInCalendar(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return year >= 1900 && day <= lastDay
}

/** A `plainDate` that may be blank; a missing field reads as blank. The database has it as a text. */
export function optionalDate(message = 'Enter a date.') {
  return v.optional(v.union([v.literal(''), plainDate], message), '')
}

/** A wall-clock time at the property, `09:30` or `09:30:00`; no zone. Parsed it has its seconds, as the wire does. */
export const plainTime = v.pipe(
  v.string('Enter a time.'),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Enter a time.'),
  v.transform((time) => (time.length === 5 ? `${time}:00` : time)),
)

/** An identifier the server made: a number, or the same digits as text. */
export const serverId = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.digits())]),
  v.transform(Number),
  v.safeInteger(),
  v.minValue(1),
)

/** The agent's client whom the record is about, by id; null where none is named. */
export const optionalClient = v.optional(v.nullable(serverId), null)

/** A text with one kind of line break: a form sends others than JSON, and both are the same text (fault G12). */
export function withPlainBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/** A number as people in the United States write it; NaN where a comma does not part thousands, because "250,50" may mean two things. */
export function typedNumber(text: string): number {
  const typed = text.replaceAll(/[$\s]/g, '')
  return /^(-?\d+|-?\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(typed) ? Number(typed.replaceAll(',', '')) : Number.NaN
}

import { clientCategories, type ClientCategory, type NewClient } from '#core/contract/client.ts'
import { digitsOf } from '#core/domain/text/contact-links.ts'

export type PersonInFile = NewClient & {
  line: number
}

/** An email or phone number with its label in the file, such as "mobile" or "work fax". */
export type LabelledValue = { label: string; value: string }

/** What a file says about a person, before one email and one number are chosen. */
type UnsortedPerson = {
  line: number
  firstName: string
  lastName: string
  fullName: string
  emails: readonly LabelledValue[]
  phones: readonly LabelledValue[]
  notes: readonly string[]
  tags: readonly string[]
  category: string
}

/** Returns a person with the first email and the first mobile number. All others are added to the notes, so that nothing is lost. */
export function personOf(found: UnsortedPerson): PersonInFile {
  const emails = distinct(found.emails.flatMap(addressesIn), (value) => value.toLowerCase())
  const numbers = found.phones.flatMap(numbersIn).filter(({ value }) => /[\p{L}\p{N}]/u.test(value))
  const phones = distinct(numbers.filter(canBeDialed), (value) => value.replaceAll(/\D/g, ''))
  const email = (emails.find(({ value }) => value.includes('@')) ?? emails[0])?.value ?? ''
  const phone = (phones.find(({ label }) => /mobile|cell|iphone/i.test(label)) ?? phones[0])?.value ?? ''
  const others = [
    ...emails.filter(({ value }) => value !== email).map((one) => labelled('email', one)),
    ...phones.filter(({ value }) => value !== phone).map((one) => labelled('phone', one)),
    ...numbers.filter((one) => !canBeDialed(one)).map(undialed),
  ]
  const otherTags = found.tags.filter((tag) => !clientCategories.some((category) => category === tag))
  const tags = otherTags.length === 0 ? [] : [`Tags: ${otherTags.join(', ')}`]
  const { notes, ...name } = nameOf(found)
  return {
    line: found.line,
    ...name,
    email,
    phone_number: phone,
    notes: [...found.notes, ...notes, ...others, ...tags].join('\n'),
    category: categoryIn(found.category) ?? categoryIn(found.tags.join(' ')) ?? 'Buyer',
  }
}

function nameOf({ firstName, lastName, fullName }: UnsortedPerson): NameInParts {
  const separate = { first_name: firstName, last_name: lastName, notes: [] }
  if (fullName === '' || (firstName !== '' && lastName !== '')) return separate
  const parts = nameInParts(fullName)
  // A full name of one word adds nothing to the first or last name that the file has.
  const hasBoth = parts.first_name !== '' && parts.last_name !== ''
  return hasBoth || (firstName === '' && lastName === '') ? parts : separate
}

function labelled(what: 'email' | 'phone', { label, value }: LabelledValue): string {
  return `${asHeading(label) || 'Other'} ${what}: ${value}`
}

function asHeading(label: string): string {
  const plain = label.trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** Splits "Jo Ng <jo@example.com>; jo@example.org". Text without an email is returned unchanged, so that validation refuses it. */
function addressesIn({ label, value }: LabelledValue): LabelledValue[] {
  const found = value.match(/[^\s<>;,"]+@[^\s<>;,"]+/g) ?? [value]
  return found.map((one) => ({ label, value: one.replace(/^'(.+)'$/, '$1') }))
}

const faxOrPager = /fax|pager/i
const minDigits = 7

/** Splits "503-555-0152; 503-555-0153" into numbers, and restores those that a spreadsheet changed. */
function numbersIn({ label, value }: LabelledValue): LabelledValue[] {
  const parts = value.split(/\s*(?:[;/|\n]|,(?!,)|\bor\b|\band\b|&)\s*/i).filter((part) => part !== '')
  const isSeveral = parts.length > 1 && parts.every((part) => digitsOf(part).length >= minDigits)
  return (isSeveral ? parts : [value]).map((part) => ({ label, value: restoredNumber(part) ?? part }))
}

/** Returns "5035550111" for "5.035550111E+09" and "5035550111.0"; null if digits are lost, or for other text. */
function restoredNumber(value: string): string | null {
  const [, digit, digits = '', power = '0'] = /^(\d)(?:[.,](\d*))?E\+?(\d{1,2})$/i.exec(value.trim()) ?? []
  if (digit === undefined) return /^\d{7,15}[.,]0+$/.test(value) ? value.replace(/[.,]0+$/, '') : null
  const whole = digit + digits
  return digits.length === Number(power) ? whole : null
}

/** Whether a spreadsheet has replaced the last digits of a number by an exponent. */
function isCut(value: string): boolean {
  return /^\d(?:[.,]\d*)?E\+?\d{1,2}$/i.test(value.trim())
}

function canBeDialed({ label, value }: LabelledValue): boolean {
  // "Ask Bo" and "ext 22" are notes, not numbers.
  return !faxOrPager.test(label) && !isCut(value) && digitsOf(value).length >= 3
}

/** Returns the line of the notes for a number that cannot be dialed. */
function undialed({ label, value }: LabelledValue): string {
  const words = asHeading(label) || 'Phone'
  const what = faxOrPager.test(label) || /phone$/i.test(words) ? words : `${words} phone`
  return isCut(value) ? `${what}: ${value} (a spreadsheet has cut this number)` : `${what}: ${value}`
}

function distinct(values: readonly LabelledValue[], keyOf: (value: string) => string): LabelledValue[] {
  const known = new Set<string>()
  return values.filter(({ value }) => {
    const isNew = value !== '' && !known.has(keyOf(value))
    known.add(keyOf(value))
    return isNew
  })
}

function categoryIn(words: string): ClientCategory | null {
  const buys = /\bbuy/i.test(words)
  const sells = /\bsell|\blisting\b/i.test(words)
  if (/^\s*both\s*$/i.test(words) || (buys && sells)) return 'Both'
  return sells ? 'Seller' : buys ? 'Buyer' : null
}

/** `notes` has the titles and credentials, one line for each kind. */
type NameInParts = { first_name: string; last_name: string; notes: string[] }

/** Splits "Jo Ng", "Ng, Jo" or "Mona Castle, CRS, GRI". For one word or a company, the first name stays blank. */
export function nameInParts(fullName: string): NameInParts {
  const [name = '', ...afterCommas] = fullName
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/\s*[,，]\s*/)
    .filter(Boolean)
  if (
    afterCommas.some((part) => company.test(part)) ||
    (afterCommas.length === 0 && company.test(name.split(' ').at(-1) ?? ''))
  )
    return { first_name: '', last_name: fullName.trim(), notes: [] }
  const [suffixes, given] = [afterCommas.filter(isSuffix), afterCommas.filter((part) => !isSuffix(part))]
  const generation = suffixes.filter((part) => generations.test(part))
  const titles = suffixes.flatMap((part) => (generations.test(part) ? [] : [part]))
  if (given.length === 0) {
    const parts = nameFromWords(name, titles)
    return { ...parts, last_name: [parts.last_name, ...generation].filter(Boolean).join(', ') }
  }
  return { first_name: given.join(', '), last_name: [name, ...generation].join(', '), notes: lineOf('Title', titles) }
}

/** Splits "Dr. Ludwig van Beethoven III": the last name is "van Beethoven III". `titlesAfterComma` are added to the notes. */
function nameFromWords(name: string, titlesAfterComma: readonly string[]): NameInParts {
  const words = name.split(' ')
  const titles: string[] = []
  while (words.length > 2 && title.test(words[0]!)) titles.push(words.shift()!)
  const after: string[] = []
  // In an all-caps name, "MA" and "DO" are often names rather than credentials.
  const isShouted = name === name.toUpperCase()
  const credentials: string[] = []
  while (words.length > 2) {
    const last = words.at(-1)!
    if (generations.test(last)) after.unshift(words.pop()!)
    else if (!isShouted && credential.test(last)) credentials.unshift(words.pop()!)
    else break
  }
  if (words.length === 1) return { first_name: '', last_name: words[0]!, notes: lineOf('Title', titlesAfterComma) }
  let start = words.length - 1
  while (start > 1 && particle.test(words[start - 1]!)) start -= 1
  return {
    first_name: words.slice(0, start).join(' '),
    last_name: [...words.slice(start), ...after].join(' '),
    notes: [...lineOf('Prefix', titles), ...lineOf('Title', [...credentials, ...titlesAfterComma])],
  }
}

function lineOf(heading: string, titles: readonly string[]): string[] {
  return titles.length === 0 ? [] : [`${heading}: ${titles.join(', ')}`]
}

function isSuffix(part: string): boolean {
  return part.split(' ').every((word) => generations.test(word) || credential.test(word))
}

const generations = /^(?:jr|sr|junior|senior|ii|iii|iv|v|vi|2nd|3rd|4th)\.?$/i
const title = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|fr|hon|capt|col|sgt|lt)\.?$/i
const particle = /^(?:van|von|der|den|de|del|della|di|da|dos|das|du|la|le|el|al|bin|ibn|ten|ter|zu|st\.)$/
const company = /^(?:inc|llc|l\.l\.c|ltd|corp|co|lp|llp|pllc|pc|plc|gmbh)\.?$/i
/** Degrees, and designations of real-estate agents. */
const credential =
  /^(?:ph\.?d|m\.?d|d\.?d\.?s|d\.?m\.?d|d\.?o|d\.?v\.?m|j\.?d|esq|cpa|cfp|mba|m\.?b\.?a|b\.?a|b\.?s|m\.?a|m\.?s|r\.?n|p\.?e|aia|usn|usmc|usaf|ret|abr|ahwd|c2ex|crb|crs|cips|epro|e-pro|gri|green|mrp|psa|rene|rsps|sfr|sres|srs|cne|cdpe|realtor®?)\.?$/i

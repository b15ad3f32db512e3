import { clientCategories, type ClientCategory, type NewClient } from '#core/contract/client.ts'
import { digitsOf } from '#core/domain/text/contact-links.ts'

/** A person as a file says it, before the rules of a client are asked. */
export type PersonInFile = NewClient & {
  /** Where it stands in the file, counted from 1. */
  line: number
}

/** One of several addresses or numbers, and what the file calls it ("Mobile", "work"). */
export type LabelledValue = { label: string; value: string }

type Found = {
  line: number
  firstName: string
  lastName: string
  fullName: string
  emails: readonly LabelledValue[]
  phones: readonly LabelledValue[]
  /** Texts of the notes, in their order. */
  notes: readonly string[]
  tags: readonly string[]
  category: string
}

/**
 * One person out of what was found: the first address and the first mobile number lead, the others are kept in the notes,
 * so that nothing that an agent has of somebody is lost on the way.
 */
export function personOf(found: Found): PersonInFile {
  const emails = distinct(found.emails.flatMap(addressesIn), (value) => value.toLowerCase())
  const said = found.phones.flatMap(numbersIn).filter(({ value }) => /[\p{L}\p{N}]/u.test(value))
  const phones = distinct(said.filter(canBeDialed), (value) => value.replaceAll(/\D/g, ''))
  const email = (emails.find(({ value }) => value.includes('@')) ?? emails[0])?.value ?? ''
  const phone = (phones.find(({ label }) => /mobile|cell|iphone/i.test(label)) ?? phones[0])?.value ?? ''
  const others = [
    ...emails.filter(({ value }) => value !== email).map((one) => labelled('email', one)),
    ...phones.filter(({ value }) => value !== phone).map((one) => labelled('phone', one)),
    ...said.filter((one) => !canBeDialed(one)).map(undialed),
  ]
  const kept = found.tags.filter((tag) => !clientCategories.some((category) => category === tag))
  const tags = kept.length === 0 ? [] : [`Tags: ${kept.join(', ')}`]
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

function nameOf({ firstName, lastName, fullName }: Found): NameInParts {
  const said = { first_name: firstName, last_name: lastName, notes: [] }
  if (fullName === '' || (firstName !== '' && lastName !== '')) return said
  const parts = nameInParts(fullName)
  // One word alone is the part that the file says it is; it is never both.
  const isWhole = parts.first_name !== '' && parts.last_name !== ''
  return isWhole || (firstName === '' && lastName === '') ? parts : said
}

function labelled(what: 'email' | 'phone', { label, value }: LabelledValue): string {
  return `${asHeading(label) || 'Other'} ${what}: ${value}`
}

function asHeading(label: string): string {
  const plain = label.trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** "Jo Ng <jo@example.com>; second@example.com" holds two; what holds none stays as it is, to be refused as it was written. */
function addressesIn({ label, value }: LabelledValue): LabelledValue[] {
  const found = value.match(/[^\s<>;,"]+@[^\s<>;,"]+/g) ?? [value]
  return found.map((one) => ({ label, value: one.replace(/^'(.+)'$/, '$1') }))
}

const machine = /fax|pager/i
const fewestDigits = 7

/** "503-555-0152; 503-555-0153" holds two. A spreadsheet makes "5.035550111E+09" of a number, or drops its last digits. */
function numbersIn({ label, value }: LabelledValue): LabelledValue[] {
  const parts = value.split(/\s*(?:[;/|\n]|,(?!,)|\bor\b|\band\b|&)\s*/i).filter((part) => part !== '')
  const isSeveral = parts.length > 1 && parts.every((part) => digitsOf(part).length >= fewestDigits)
  return (isSeveral ? parts : [value]).map((part) => ({ label, value: wholeNumber(part) ?? part }))
}

/** The number that a spreadsheet writes as a figure, where no digit of it is lost; null for what is no figure, or not whole. */
function wholeNumber(value: string): string | null {
  const [, digit, digits = '', power = '0'] = /^(\d)(?:[.,](\d*))?E\+?(\d{1,2})$/i.exec(value.trim()) ?? []
  if (digit === undefined) return /^\d{7,15}[.,]0+$/.test(value) ? value.replace(/[.,]0+$/, '') : null
  const whole = digit + digits
  return digits.length === Number(power) ? whole : null
}

function isCut(value: string): boolean {
  return /^\d(?:[.,]\d*)?E\+?\d{1,2}$/i.test(value.trim())
}

function canBeDialed({ label, value }: LabelledValue): boolean {
  // "Ask Bo" in such a column is a word to keep, and "ext 22" no number of its own.
  return !machine.test(label) && !isCut(value) && digitsOf(value).length >= 3
}

function undialed({ label, value }: LabelledValue): string {
  const words = asHeading(label) || 'Phone'
  const what = machine.test(label) || /phone$/i.test(words) ? words : `${words} phone`
  return isCut(value) ? `${what}: ${value} (a spreadsheet has cut this number)` : `${what}: ${value}`
}

function distinct(values: readonly LabelledValue[], sameness: (value: string) => string): LabelledValue[] {
  const known = new Set<string>()
  return values.filter(({ value }) => {
    const isNew = value !== '' && !known.has(sameness(value))
    known.add(sameness(value))
    return isNew
  })
}

/** Null where the words say nothing of buying or selling. */
function categoryIn(words: string): ClientCategory | null {
  const buys = /\bbuy/i.test(words)
  const sells = /\bsell|\blisting\b/i.test(words)
  if (/^\s*both\s*$/i.test(words) || (buys && sells)) return 'Both'
  return sells ? 'Seller' : buys ? 'Buyer' : null
}

/** First and last name, and what else was said beside them, as lines of the notes. */
type NameInParts = { first_name: string; last_name: string; notes: string[] }

/**
 * The parts of a name in one piece: "Jo Ng", "Ng, Jo", "Walter Finch, Jr.", "Mona Castle, CRS, GRI". Of a name with one word, or of a
 * company, the other part stays blank: who reads it must say which it is.
 */
export function nameInParts(fullName: string): NameInParts {
  const [name = '', ...behind] = fullName
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/\s*[,，]\s*/)
    .filter(Boolean)
  if (behind.some((part) => company.test(part)) || (behind.length === 0 && company.test(name.split(' ').at(-1) ?? '')))
    return { first_name: '', last_name: fullName.trim(), notes: [] }
  const [suffixes, given] = [behind.filter(isSuffix), behind.filter((part) => !isSuffix(part))]
  const generation = suffixes.filter((part) => generations.test(part))
  const titles = suffixes.flatMap((part) => (generations.test(part) ? [] : [part]))
  if (given.length === 0) {
    const parts = nameFromWords(name, titles)
    return { ...parts, last_name: [parts.last_name, ...generation].filter(Boolean).join(', ') }
  }
  return { first_name: given.join(', '), last_name: [name, ...generation].join(', '), notes: lineOf('Title', titles) }
}

/** "Dr. Ludwig van Beethoven III": the last word is the last name, with its particles and what stands behind it. */
function nameFromWords(name: string, behind: readonly string[]): NameInParts {
  const words = name.split(' ')
  const titles: string[] = []
  while (words.length > 2 && title.test(words[0]!)) titles.push(words.shift()!)
  const after: string[] = []
  // In a name all in capitals "MA" and "DO" are as often names.
  const isShouted = name === name.toUpperCase()
  const credentials: string[] = []
  while (words.length > 2) {
    const last = words.at(-1)!
    if (generations.test(last)) after.unshift(words.pop()!)
    else if (!isShouted && letters.test(last)) credentials.unshift(words.pop()!)
    else break
  }
  if (words.length === 1) return { first_name: '', last_name: words[0]!, notes: lineOf('Title', behind) }
  let start = words.length - 1
  while (start > 1 && particle.test(words[start - 1]!)) start -= 1
  return {
    first_name: words.slice(0, start).join(' '),
    last_name: [...words.slice(start), ...after].join(' '),
    notes: [...lineOf('Prefix', titles), ...lineOf('Title', [...credentials, ...behind])],
  }
}

function lineOf(words: string, said: readonly string[]): string[] {
  return said.length === 0 ? [] : [`${words}: ${said.join(', ')}`]
}

function isSuffix(part: string): boolean {
  return part.split(' ').every((word) => generations.test(word) || letters.test(word))
}

const generations = /^(?:jr|sr|junior|senior|ii|iii|iv|v|vi|2nd|3rd|4th)\.?$/i
const title = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|fr|hon|capt|col|sgt|lt)\.?$/i
const particle = /^(?:van|von|der|den|de|del|della|di|da|dos|das|du|la|le|el|al|bin|ibn|ten|ter|zu|st\.)$/
const company = /^(?:inc|llc|l\.l\.c|ltd|corp|co|lp|llp|pllc|pc|plc|gmbh)\.?$/i
/** Degrees, and what real-estate agents put behind their names. */
const letters =
  /^(?:ph\.?d|m\.?d|d\.?d\.?s|d\.?m\.?d|d\.?o|d\.?v\.?m|j\.?d|esq|cpa|cfp|mba|m\.?b\.?a|b\.?a|b\.?s|m\.?a|m\.?s|r\.?n|p\.?e|aia|usn|usmc|usaf|ret|abr|ahwd|c2ex|crb|crs|cips|epro|e-pro|gri|green|mrp|psa|rene|rsps|sfr|sres|srs|cne|cdpe|realtor®?)\.?$/i

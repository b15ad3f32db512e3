import { clientCategories, type ClientCategory, type NewClient } from '#core/contract/client.ts'
import { digitsOf } from '#core/domain/text/contact-links.ts'
import { type NameInParts, nameInParts } from './name-in-parts.ts'

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

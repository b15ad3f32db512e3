import { clientCategories, type ClientCategory } from '#core/contract/client.ts'

/** A person as a file says it, before the rules of a client are asked. */
export type PersonInFile = {
  /** Where it stands in the file, counted from 1. */
  line: number
  first_name: string
  last_name: string
  email: string
  phone_number: string
  notes: string
  category: ClientCategory
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
  const phones = distinct(found.phones, (value) => value.replaceAll(/\D/g, ''))
  const email = (emails.find(({ value }) => value.includes('@')) ?? emails[0])?.value ?? ''
  const phone = (phones.find(({ label }) => /mobile|cell|iphone/i.test(label)) ?? phones[0])?.value ?? ''
  const others = [
    ...emails.filter(({ value }) => value !== email).map((one) => labelled('email', one)),
    ...phones.filter(({ value }) => value !== phone).map((one) => labelled('phone', one)),
  ]
  const kept = found.tags.filter((tag) => !clientCategories.some((category) => category === tag))
  const tags = kept.length === 0 ? [] : [`Tags: ${kept.join(', ')}`]
  return {
    line: found.line,
    ...nameOf(found),
    email,
    phone_number: phone,
    notes: [...found.notes, ...others, ...tags].join('\n'),
    category: categoryIn(found.category) ?? categoryIn(found.tags.join(' ')) ?? 'Buyer',
  }
}

function nameOf({ firstName, lastName, fullName }: Found): { first_name: string; last_name: string } {
  if (fullName === '' || (firstName !== '' && lastName !== '')) return { first_name: firstName, last_name: lastName }
  // "Ng, Jo" as well as "Jo Ng".
  const [before = '', after] = fullName.split(/\s*,\s*/, 2)
  if (after !== undefined && after !== '') return { first_name: after, last_name: before }
  const words = fullName.split(/\s+/)
  return { first_name: words.slice(0, -1).join(' ') || firstName, last_name: words.at(-1) ?? lastName }
}

function labelled(what: 'email' | 'phone', { label, value }: LabelledValue): string {
  const plain = label.trim()
  return `${plain === '' ? 'Other' : plain} ${what}: ${value}`
}

/** "Jo Ng <jo@example.com>; second@example.com" holds two; what holds none stays as it is, to be refused as it was written. */
function addressesIn({ label, value }: LabelledValue): LabelledValue[] {
  const found = value.match(/[^\s<>;,"]+@[^\s<>;,"]+/g) ?? [value]
  return found.map((one) => ({ label, value: one }))
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

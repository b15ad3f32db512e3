import { type NewClient, newClientSchema } from '#core/contract/client.ts'
import { digitsOf as digitsIn, numberAndExtension } from '#core/domain/text/contact-links.ts'
import { normalizeSearchText } from '#core/domain/listings/listing-rules.ts'
import type { ImportKind } from './import-kind.ts'
import { textOf, notesWith } from './imported-records.ts'

/** Clients with the same email or phone number may be duplicates, or a family that shares them. With the same name, too, they are duplicates. */
export const clientImport: ImportKind<NewClient> = {
  name: 'clients',
  schema: newClientSchema,
  titleOf: ({ first_name, last_name, email, notes }) =>
    [first_name, last_name].map(textOf).filter(Boolean).join(' ') ||
    companyIn(textOf(notes)) ||
    textOf(email) ||
    'Without a name',
  matchKeysOf: (person) => [emailOf(person), digitsOf(person)].filter((key) => key !== ''),
  isCertainDuplicate: (one, other) => nameOf(one) === nameOf(other),
  additionsTo,
  canMerge: true,
}

/** Returns the company that is named in the notes: the contact card of a company has no other name. */
function companyIn(notes: string): string {
  return /^Company: (.+)$/m.exec(notes)?.[1] ?? ''
}

/** Returns what a merge adds to a client: a missing phone number, and new lines of the notes. A merge replaces nothing. */
function additionsTo(client: NewClient, person: NewClient): Partial<NewClient> {
  const isNumberNew = person.phone_number !== '' && digitsOf(client) !== digitsOf(person)
  const phone = client.phone_number === '' ? person.phone_number : client.phone_number
  const notes = notesWith(client.notes, [
    ...person.notes.split('\n'),
    ...(emailOf(person) === emailOf(client) ? [] : [`Other email: ${person.email}`]),
    ...(isNumberNew && client.phone_number !== '' ? [`Other phone: ${person.phone_number}`] : []),
  ])
  return {
    ...(phone === client.phone_number ? {} : { phone_number: phone }),
    ...(notes === client.notes ? {} : { notes }),
  }
}

function emailOf({ email }: NewClient): string {
  return email.trim().toLowerCase()
}

/** The last ten digits before an extension, without a country code; blank if there are fewer than seven. */
function digitsOf({ phone_number }: NewClient): string {
  const digits = digitsIn(numberAndExtension(phone_number).main)
  return digits.length < 7 ? '' : digits.slice(-10)
}

function nameOf({ first_name, last_name }: NewClient): string {
  return normalizeSearchText(`${first_name} ${last_name}`)
}

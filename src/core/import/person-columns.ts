import type { NewClient } from '#core/contract/client.ts'
import { plainHeading } from './table-format.ts'

/** What a column of a table of people can mean, and how the page calls it. */
export const columnMeanings = {
  unused: 'Not used',
  first_name: 'First name',
  last_name: 'Last name',
  full_name: 'Full name',
  email: 'Email',
  phone_number: 'Phone number',
  category: 'Buyer, Seller or Both',
  notes: 'Notes',
  tags: 'Tags, kept in the notes',
  noted: 'Kept in the notes',
} as const satisfies Record<keyof NewClient, string> & Readonly<Record<string, string>>

export type ColumnMeaning = keyof typeof columnMeanings

/** Headings in lower case without spaces and signs, as address books and agents' programs write them. */
const headingsOf: Record<Exclude<ColumnMeaning, 'unused' | 'noted'>, RegExp> = {
  first_name: /^(first|given|fore|f)(name)?$|^(contact|client|customer|primary|lead|c)first(name)?$/,
  last_name: /^(last|family|sur|l)(name)?$|^(contact|client|customer|primary|lead|c)last(name)?$/,
  full_name: /^(full|display|contact|client|customer|lead)?name$|^fileas$/,
  email:
    /^(primary|secondary|home|work|business|office|personal|other|alternate|alt|contact|client|c)?e?mail(address)?\d*(value|address|primary|secondary|home|work|personal|other|alternate)?$/,
  phone_number:
    /^(primary|secondary|home|work|business|office|personal|other|alternate|alt|car|main|mobile|cell|cellular|contact|client|companymain|c)?(tele)?phone(number|no)?#?\d*(value|primary|secondary|home|work|business|office|mobile|cell|other)?$|^(mobile|cell|cellular|tel|home|work)(number|no|#)?\d*$/,
  category: /^(category|clienttype|buyerseller)$|buyer(or|and)?seller$/,
  notes: /^(agent|client|contact|private|personal|lead)?(notes?|comments?|remarks?)$|^(background|description)$/,
  tags: /^(hash)?(tags?|labels?)$|^(groupmembership|groups?|categories|stage|(contact|lead)types?)$/,
}

/** What is of programs and not of people, or in other columns already. */
const technical =
  /^(id|guid|uuid|.*(contact|lead|client|record|person|external|user|messenger)id|photo|picture|avatar|thumbnail.*|phonetic.*|yomi.*|.*yomi|(date)?(created|added|updated|modified|imported)(at|on|date|time|by)?|last(activity|login|modified|updated|visit|seen)(at|on|date|time)?|[a-z]+\d+(label|type)|line|reason)$/

/** What each column most likely means, by its heading; a full name only where its parts stand nowhere else. */
export function guessMeanings(headings: readonly string[]): ColumnMeaning[] {
  const plain = headings.map(plainHeading)
  const guesses = plain.map((heading) => (isPartOfAddress(heading, plain) ? 'unused' : meaningOf(heading)))
  const hasParts = guesses.includes('first_name') && guesses.includes('last_name')
  return guesses.map((guess) => (guess === 'full_name' && hasParts ? 'unused' : guess))
}

/** The same for a table without headings, by what stands in its columns. */
export function guessBySamples(samples: readonly (readonly string[])[]): ColumnMeaning[] {
  const isAll = (some: readonly string[], form: RegExp) => some.length > 0 && some.every((text) => form.test(text))
  return samples.map((some) => {
    if (isAll(some, /@/)) return 'email'
    return isAll(some, /^[+(]?\d[\d\s().+/-]{6,}$/) ? 'phone_number' : 'unused'
  })
}

/** Google Contacts writes an address in one piece and its parts beside it. */
function isPartOfAddress(heading: string, all: readonly string[]): boolean {
  const [, address] = /^(address\d+)(?!formatted)/.exec(heading) ?? []
  return address !== undefined && all.includes(`${address}formatted`)
}

/** What has a heading that says nothing to us is kept in the notes, so that no column is lost in silence. */
function meaningOf(heading: string): ColumnMeaning {
  const meanings = Object.entries(headingsOf) as [ColumnMeaning, RegExp][]
  const known = meanings.find(([, form]) => form.test(heading))?.[0]
  return known ?? (heading === '' || technical.test(heading) ? 'unused' : 'noted')
}

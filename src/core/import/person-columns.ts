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
} as const

export type ColumnMeaning = keyof typeof columnMeanings

/** Headings in lower case without spaces and signs, as address books and agents' programs write them. */
const headingsOf: Partial<Record<ColumnMeaning, RegExp>> = {
  first_name: /^(first|given|fore|f)(name)?$|^(contact|client|customer)firstname$/,
  last_name: /^(last|family|sur|l)(name)?$|^(contact|client|customer)lastname$/,
  full_name: /^(full|display|contact|client|customer)?name$|^fileas$/,
  email: /^((primary|home|work|business|personal|other)?e?mail(address)?\d*(value|address)?)$/,
  phone_number:
    /^(primary|home|work|business|personal|other|car|main|mobile|cell|companymain)?(tele)?phone(number)?\d*(value)?$|^(mobile|cell|tel)\d*$/,
  category: /^(category|clienttype|buyerseller|buyerorseller)$/,
  notes: /^(notes?|comments?|remarks?|background|description)$/,
  tags: /^(tags?|labels?|groupmembership|groups?|categories|stage|contacttype|leadtype)$/,
  noted:
    /^(middlename|additionalname|nickname|(name)?suffix|company|organization1?(name|title)?|jobtitle|birthday|dateofbirth|spouse|leadsource|source|price|website\d*(value)?|webpage|address\d*(formatted)?|(home|business|other)(address|street|city|state|postalcode))$/,
}

/** What each column most likely means, by its heading; a full name only where its parts stand nowhere else. */
export function guessMeanings(headings: readonly string[]): ColumnMeaning[] {
  const guesses = headings.map((heading) => meaningOf(plainHeading(heading)))
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

function meaningOf(heading: string): ColumnMeaning {
  const meanings = Object.entries(headingsOf) as [ColumnMeaning, RegExp][]
  return meanings.find(([, known]) => known.test(heading))?.[0] ?? 'unused'
}

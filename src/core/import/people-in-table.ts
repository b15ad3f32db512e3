import { withoutFormulaGuard } from '#core/domain/text/csv.ts'
import { type LabelledValue, type PersonInFile, personOf } from './person-in-file.ts'
import { normalizeHeading, type TableFormat, type TableRow } from './table-format.ts'
import type { NewClient } from '#core/contract/client.ts'

const columnMeanings = {
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

type ColumnMeaning = keyof typeof columnMeanings

/** Headings of address books and CRMs, in lower case without spaces and punctuation. */
const headingsByMeaning: Record<Exclude<ColumnMeaning, 'unused' | 'noted'>, RegExp> = {
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

/** Headings of technical columns, or of data that other columns repeat. */
const technical =
  /^(id|guid|uuid|.*(contact|lead|client|record|person|external|user|messenger)id|photo|picture|avatar|thumbnail.*|phonetic.*|yomi.*|.*yomi|(date)?(created|added|updated|modified|imported)(at|on|date|time|by)?|last(activity|login|modified|updated|visit|seen)(at|on|date|time)?|[a-z]+\d+(label|type)|line|reason)$/

/** Guesses each column's meaning from its heading. A full name is not used if first and last name have their own columns. */
export function guessMeanings(headings: readonly string[]): ColumnMeaning[] {
  const plain = headings.map(normalizeHeading)
  const guesses = plain.map((heading) => (isPartOfAddress(heading, plain) ? 'unused' : meaningOf(heading)))
  const hasParts = guesses.includes('first_name') && guesses.includes('last_name')
  return guesses.map((guess) => (guess === 'full_name' && hasParts ? 'unused' : guess))
}

function guessBySamples(samples: readonly (readonly string[])[]): ColumnMeaning[] {
  const allMatch = (cells: readonly string[], form: RegExp) =>
    cells.length > 0 && cells.every((text) => form.test(text))
  return samples.map((cells) => {
    if (allMatch(cells, /@/)) return 'email'
    return allMatch(cells, /^[+(]?\d[\d\s().+/-]{6,}$/) ? 'phone_number' : 'unused'
  })
}

/** Google Contacts exports a whole address and its parts, each in a column; the parts are not used. */
function isPartOfAddress(heading: string, all: readonly string[]): boolean {
  const [, address] = /^(address\d+)(?!formatted)/.exec(heading) ?? []
  return address !== undefined && all.includes(`${address}formatted`)
}

/** A column with an unknown heading goes into the notes, so that no data is lost silently. */
function meaningOf(heading: string): ColumnMeaning {
  const meanings = Object.entries(headingsByMeaning) as [ColumnMeaning, RegExp][]
  const known = meanings.find(([, form]) => form.test(heading))?.[0]
  return known ?? (heading === '' || technical.test(heading) ? 'unused' : 'noted')
}

export const peopleTable: TableFormat = {
  meanings: columnMeanings,
  guess: guessMeanings,
  guessBySamples,
  hasHeadings: (cells) => !cells.some((cell) => cell.includes('@')),
  isLikeRow: (cells, meanings) =>
    cells.some((cell, column) => meanings[column] === 'email' && /^\s*"?[^\s@]+@[^\s@]+"?\s*$/.test(cell)) &&
    !cells.some((cell, column) => meanings[column] !== 'email' && cell.includes('@')),
  missingMessage: (meanings) => {
    const hasName =
      meanings.includes('full_name') || (meanings.includes('first_name') && meanings.includes('last_name'))
    return hasName && meanings.includes('email') ? null : 'Choose the columns for the name and the email.'
  },
  rowsIn: peopleInTable,
}

export function peopleInTable(
  headings: readonly string[],
  rows: readonly TableRow[],
  meanings: readonly string[],
): PersonInFile[] {
  const plain = headings.map(normalizeHeading)
  const columnsOf = (meaning: ColumnMeaning) => meanings.flatMap((one, column) => (one === meaning ? [column] : []))
  const columns = {
    firstName: columnsOf('first_name'),
    lastName: columnsOf('last_name'),
    fullName: columnsOf('full_name'),
    email: columnsOf('email'),
    phone: columnsOf('phone_number'),
    notes: columnsOf('notes'),
    noted: columnsOf('noted'),
    tags: columnsOf('tags'),
    category: columnsOf('category'),
  }
  const labelColumns = plain.map((heading) => labelColumnOf(heading, plain))

  return rows.map(({ cells, line }) => {
    const cellOf = (column: number) => plainCell(cells[column] ?? '')
    const labelBeside = (column: number) => cellOf(labelColumns[column] ?? -1).replace(/^\*\s*/, '')
    const titleOf = (column: number) => labelBeside(column) || (headings[column] ?? '').replaceAll('_', ' ')
    const text = (some: readonly number[]) => some.map(cellOf).filter(Boolean).join(' ')
    const labelled = (some: readonly number[]): LabelledValue[] =>
      some.flatMap((column) => {
        const label = labelColumns[column] === undefined ? labelIn(headings[column] ?? '') : labelBeside(column)
        return valuesIn(cellOf(column)).map((value) => ({ label, value }))
      })
    return personOf({
      line,
      firstName: text(columns.firstName),
      lastName: text(columns.lastName),
      fullName: text(columns.fullName),
      emails: labelled(columns.email),
      phones: labelled(columns.phone),
      notes: [
        ...columns.notes.map(cellOf).filter(Boolean),
        ...columns.noted.flatMap((column) => {
          const value = cellOf(column)
          return isBlank.test(value) ? [] : [`${titleOf(column)}: ${valuesIn(value).join(', ')}`]
        }),
      ],
      // Google Contacts puts every contact into "* myContacts".
      tags: columns.tags.flatMap((column) => tagsIn(cellOf(column))).filter((tag) => !tag.startsWith('* ')),
      category: text(columns.category),
    })
  })
}

/** Removes what spreadsheets add to a number that is stored as text: an apostrophe or a formula. */
function plainCell(cell: string): string {
  return withoutFormulaGuard(cell)
    .trim()
    .replace(/^'(?=[\d(+])/, '')
    .replace(/^="(.*)"$/, '$1')
}

/** Outlook exports a blank date as 0/0/00. */
const isBlank = /^(0\/0\/00)?$/

/** The label of "Phone 1 - Value" is in "Phone 1 - Label"; Follow Up Boss has "Phone 2" and "Phone 2 - Type". */
function labelColumnOf(heading: string, all: readonly string[]): number | undefined {
  const name = heading.replace(/value$/, '')
  const column = all.findIndex((other) => other === `${name}label` || other === `${name}type`)
  return column === -1 ? undefined : column
}

/** "Mobile" for "Mobile Phone", "mobile_phone" and "MobilePhone"; '' for "Phone 2". */
function labelIn(heading: string): string {
  return heading
    .replaceAll(/[_()]|\d+/g, ' ')
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .replaceAll(/\b(phone|number|no|e-?mail|address|telephone|value|primary|c)\b|-/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Google Contacts joins several values with `:::`. */
function valuesIn(cell: string): string[] {
  return cell.split(/\s*:::\s*/).filter(Boolean)
}

function tagsIn(cell: string): string[] {
  return cell.split(/\s*(?::::|[,;])\s*/).filter(Boolean)
}

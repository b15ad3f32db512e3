import { withoutFormulaGuard } from '#core/domain/text/csv.ts'
import { columnMeanings, type ColumnMeaning, guessBySamples, guessMeanings } from './person-columns.ts'
import { type LabelledValue, type PersonInFile, personOf } from './person-in-file.ts'
import { plainHeading, type TableFormat, type TableRow } from './table-format.ts'

export const peopleTable: TableFormat = {
  meanings: columnMeanings,
  guess: guessMeanings,
  guessBySamples,
  hasHeadings: (cells) => !cells.some((cell) => cell.includes('@')),
  isLikeRow: (cells, meanings) =>
    cells.some((cell, column) => meanings[column] === 'email' && /^\s*"?[^\s@]+@[^\s@]+"?\s*$/.test(cell)) &&
    !cells.some((cell, column) => meanings[column] !== 'email' && cell.includes('@')),
  missing: (meanings) => {
    const hasName =
      meanings.includes('full_name') || (meanings.includes('first_name') && meanings.includes('last_name'))
    return hasName && meanings.includes('email') ? null : 'Choose the columns for the name and the email.'
  },
  rowsIn: peopleInTable,
}

/** The people of a table, one a row, by what its columns mean. */
export function peopleInTable(
  headings: readonly string[],
  rows: readonly TableRow[],
  meanings: readonly string[],
): PersonInFile[] {
  const plain = headings.map(plainHeading)
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
    const saidBeside = (column: number) => cellOf(labelColumns[column] ?? -1).replace(/^\*\s*/, '')
    const titleOf = (column: number) => saidBeside(column) || (headings[column] ?? '').replaceAll('_', ' ')
    const text = (some: readonly number[]) => some.map(cellOf).filter(Boolean).join(' ')
    const labelled = (some: readonly number[]): LabelledValue[] =>
      some.flatMap((column) => {
        const label = labelColumns[column] === undefined ? labelIn(headings[column] ?? '') : saidBeside(column)
        return severalIn(cellOf(column)).map((value) => ({ label, value }))
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
          return isBlank.test(value) ? [] : [`${titleOf(column)}: ${severalIn(value).join(', ')}`]
        }),
      ],
      // "* myContacts" is where Google Contacts keeps everybody.
      tags: columns.tags.flatMap((column) => tagsIn(cellOf(column))).filter((tag) => !tag.startsWith('* ')),
      category: text(columns.category),
    })
  })
}

/** Spreadsheets mark a number that is a text with an apostrophe, or make a formula of it. */
function plainCell(cell: string): string {
  return withoutFormulaGuard(cell)
    .trim()
    .replace(/^'(?=[\d(+])/, '')
    .replace(/^="(.*)"$/, '$1')
}

/** In Outlook’s tables 0/0/00 stands for a day that nobody has entered. */
const isBlank = /^(0\/0\/00)?$/

/** Google Contacts says beside "Phone 1 - Value" in "Phone 1 - Label" what the number is, Follow Up Boss beside "Phone 2" in "Phone 2 - Type". */
function labelColumnOf(heading: string, all: readonly string[]): number | undefined {
  const name = heading.replace(/value$/, '')
  const column = all.findIndex((other) => other === `${name}label` || other === `${name}type`)
  return column === -1 ? undefined : column
}

/** "Mobile Phone", "mobile_phone" and "MobilePhone" are the mobile one; "Phone 2" says nothing. */
function labelIn(heading: string): string {
  return heading
    .replaceAll(/[_()]|\d+/g, ' ')
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .replaceAll(/\b(phone|number|no|e-?mail|address|telephone|value|primary|c)\b|-/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Google Contacts writes several values in one cell. */
function severalIn(cell: string): string[] {
  return cell.split(/\s*:::\s*/).filter(Boolean)
}

function tagsIn(cell: string): string[] {
  return cell.split(/\s*(?::::|[,;])\s*/).filter(Boolean)
}

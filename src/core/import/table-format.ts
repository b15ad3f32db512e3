import type { SaidInFile } from './import-kind.ts'

/** Lines count from 1. */
export type TableRow = { cells: string[]; line: number }

/** How tables of one kind are read: what their columns may mean, how that is guessed, and what the rows then say. */
export type TableFormat = {
  /** What a column can mean, and how the page calls it; `unused` is one of them. */
  meanings: Readonly<Record<string, string>>
  /** What each column most likely means, by its heading. */
  guess(headings: readonly string[]): string[]
  /** The same for a table without headings, by what stands in its columns; null where a table must have headings. */
  guessBySamples: ((samples: readonly (readonly string[])[]) => string[]) | null
  /** Whether the first line says what the columns hold. */
  hasHeadings(cells: readonly string[]): boolean
  /** Whether these are cells of another line of the table: where a cell holds them behind a break, a quotation mark was not closed. */
  isLikeRow(cells: readonly string[], meanings: readonly string[]): boolean
  /** What the agent has to say before anything can be read; null when nothing is missing. */
  missing(meanings: readonly string[]): string | null
  /** Fields that no column holds, and that the agent says once for the whole table. */
  unsaid?(meanings: readonly string[], headings: readonly string[], rows?: readonly TableRow[]): string[]
  /** How its days are written, where it has columns for them; `dates` is what the agent says of it. */
  dateOrder?(
    rows: readonly TableRow[],
    meanings: readonly string[],
    dates?: string,
  ): { order: DateOrder; isOpen: boolean }
  rowsIn(
    headings: readonly string[],
    rows: readonly TableRow[],
    meanings: readonly string[],
    dates?: string,
  ): SaidInFile[]
}

export function plainHeading(heading: string): string {
  return heading.toLowerCase().replaceAll(/[\s_.\-–/()'’]+/g, '')
}

/** Reports have their name and their day above the headings. */
const mostTitles = 10

/**
 * Where a table's headings are: the first line of which everything needed is known, else the first with about as many cells as
 * the table. Null where the table has none.
 */
export function headingsAt(
  rows: readonly TableRow[],
  { guess, hasHeadings, missing }: Pick<TableFormat, 'guess' | 'hasHeadings' | 'missing'>,
): number | null {
  const first = rows.slice(0, mostTitles)
  const filled = first.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  const known = first.findIndex(({ cells }) => hasHeadings(cells) && missing(guess(cells)) === null)
  const place = known === -1 ? filled.findIndex((count) => count * 2 > Math.max(...filled)) : known
  return first[place] !== undefined && hasHeadings(first[place].cells) ? place : null
}

/** Which of the first two numbers of "3/11/2026" is the month. */
export type DateOrder = 'month-first' | 'day-first'

/**
 * How a file writes its days, by all of them: one with a 25 tells it for the others. `isOpen` where none does, or some tell
 * this and others that; `said` counts then, else days between dots are read as in Europe, and others as in the United States.
 */
export function dateOrderOf(cells: Iterable<string>, said?: string): { order: DateOrder; isOpen: boolean } {
  let [hasDayFirst, hasMonthFirst, hasEither, hasDots] = [false, false, false, false]
  for (const cell of cells) {
    const [monthFirst, dayFirst] = [dateIn(cell, 'month-first'), dateIn(cell, 'day-first')]
    if (monthFirst === dayFirst) continue
    hasDayFirst ||= monthFirst === ''
    hasMonthFirst ||= dayFirst === ''
    hasEither = true
    hasDots ||= /^\s*\d+\./.test(cell)
  }
  const isOpen = hasEither && hasDayFirst === hasMonthFirst
  if (isOpen && (said === 'day-first' || said === 'month-first')) return { order: said, isOpen }
  const isDayFirst = hasDayFirst || (hasDots && !hasMonthFirst)
  return { order: isDayFirst ? 'day-first' : 'month-first', isOpen }
}

/**
 * A day as tables write it, `2026-11-21`, `20261121`, `Nov 21, 2026`, and by the order of the file `11/21/2026`, `11/21/26`
 * or `21.11.2026`, with or without a time; blank where it is none.
 */
export function dateIn(cell: string, order: DateOrder): string {
  const text = cell.trim()
  const [, year, month, day] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(text) ??
    /^(\d{4})(\d\d)(\d\d)$/.exec(text) ??
    yearLast(text, order) ??
    []
  if (year === undefined || month === undefined || day === undefined) return ''
  const [whole, two, last] = [Number(year), Number(month), Number(day)]
  const full = whole < 100 ? 2000 + whole : whole
  const isReal = two >= 1 && two <= 12 && last >= 1 && last <= new Date(Date.UTC(full, two, 0)).getUTCDate()
  return isReal ? `${full}-${String(two).padStart(2, '0')}-${String(last).padStart(2, '0')}` : ''
}

function yearLast(text: string, order: DateOrder): readonly (string | undefined)[] | null {
  const [, first, second, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})\b/.exec(text) ?? []
  if (first !== undefined) return order === 'day-first' ? [text, year, second, first] : [text, year, first, second]
  const [, name = '', date, inYear] = /^(?:\w+,\s*)?([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})\b/.exec(text) ?? []
  const number = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return number === 0 ? null : [text, inYear, String(number), date]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

import type { FileRecord } from './import-kind.ts'

/** `line` counts from 1. */
export type TableRow = { cells: string[]; line: number }

export type TableFormat = {
  /** Labels by meaning; `unused` is one of them. */
  meanings: Readonly<Record<string, string>>
  guess(headings: readonly string[]): string[]
  /** Guesses from the content of the columns; null if the table must have headings. */
  guessBySamples: ((samples: readonly (readonly string[])[]) => string[]) | null
  hasHeadings(cells: readonly string[]): boolean
  /** Whether these look like a row. A cell with such a row after a line break has an unclosed quotation mark. */
  isLikeRow(cells: readonly string[], meanings: readonly string[]): boolean
  /** What the agent must choose before the table can be read; null if nothing is missing. */
  missing(meanings: readonly string[]): string | null
  /** Fields without a column, which the agent sets once for the whole table. */
  fieldsWithoutColumn?(meanings: readonly string[], headings: readonly string[], rows?: readonly TableRow[]): string[]
  /** The order of day and month, if there are date columns; `dates` is the agent's choice. */
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
  ): FileRecord[]
}

export function normalizeHeading(heading: string): string {
  return heading.toLowerCase().replaceAll(/[\s_.\-–/()'’]+/g, '')
}

/** Reports have a title and a date above the headings. */
const mostTitles = 10

/** Index of the first row with all required columns, otherwise of the first one about as wide as the table; null if none. */
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

export type DateOrder = 'month-first' | 'day-first'

/**
 * Infers the order of day and month from all cells: one date with a 25 decides for all. `isOpen`: no date decides, or dates
 * contradict each other. Then the agent's choice `said` applies; without one, dates with dots or contradictions are day-first,
 * and others month-first.
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

/** Parses `2026-11-21`, `20261121`, `Nov 21, 2026`, `11/21/26` or `21.11.2026`, with or without a time; '' if no date. */
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

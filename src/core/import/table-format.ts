import type { FileRecord } from './import-kind.ts'

/** A row of a file; `line` is its line in the file, from 1. */
export type TableRow = { cells: string[]; line: number }

/** How to read a table (CSV) of one kind of records. A column's `meaning` is the field that it fills. */
export type TableFormat = {
  /** The labels of all meanings on screen; `unused` is one of the meanings. */
  meanings: Readonly<Record<string, string>>
  /** Returns the meaning of each column. */
  guess(headings: readonly string[]): string[]
  /** Guesses the meanings from the columns' content; null if a table of this kind must have headings. */
  guessBySamples: ((samples: readonly (readonly string[])[]) => string[]) | null
  /** Whether these cells may be headings rather than data. */
  hasHeadings(cells: readonly string[]): boolean
  /** Whether these cells look like a row of data. Used to find an unclosed quotation mark, after which one cell contains whole rows. */
  isLikeRow(cells: readonly string[], meanings: readonly string[]): boolean
  /** A message about meanings that the agent must assign before the table can be read; null if nothing is missing. */
  missingMessage(meanings: readonly string[]): string | null
  /** Fields that the agent sets once, for all rows in which they are blank: no column has them, or not for each row. */
  fieldsSetForAllRows?(meanings: readonly string[], headings: readonly string[], rows?: readonly TableRow[]): string[]
  /** Infers the order of day and month, if there are date columns; `chosenOrder` is the agent's choice. See `dateOrderOf`. */
  dateOrder?(
    rows: readonly TableRow[],
    meanings: readonly string[],
    chosenOrder?: string,
  ): { order: DateOrder; isOpen: boolean }
  rowsIn(
    headings: readonly string[],
    rows: readonly TableRow[],
    meanings: readonly string[],
    chosenOrder?: string,
  ): FileRecord[]
}

export function normalizeHeading(heading: string): string {
  return heading.toLowerCase().replaceAll(/[\s_.\-–/()'’]+/g, '')
}

/** Headings are searched in at most this many rows: some reports have a title and a date above the headings. */
const maxRowsBeforeData = 10

/**
 * Returns the index of the row with the headings: the first one that has all required columns, or else the first one with more than half as
 * many filled cells as the widest row, if it can be headings. Null if no row can be headings.
 */
export function headingsAt(
  rows: readonly TableRow[],
  { guess, hasHeadings, missingMessage }: Pick<TableFormat, 'guess' | 'hasHeadings' | 'missingMessage'>,
): number | null {
  const first = rows.slice(0, maxRowsBeforeData)
  const filled = first.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  const complete = first.findIndex(({ cells }) => hasHeadings(cells) && missingMessage(guess(cells)) === null)
  const index = complete === -1 ? filled.findIndex((count) => count * 2 > Math.max(...filled)) : complete
  return first[index] !== undefined && hasHeadings(first[index].cells) ? index : null
}

export type DateOrder = 'month-first' | 'day-first'

/**
 * Infers the order of day and month from all cells: one date such as 25/11 decides for all. `isOpen` is true if no date decides or dates
 * contradict each other. Then the agent's choice (`chosen`) applies. Without a choice, dates are day-first if they contradict each other or
 * are written with dots, and otherwise month-first.
 */
export function dateOrderOf(cells: Iterable<string>, chosen?: string): { order: DateOrder; isOpen: boolean } {
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
  if (isOpen && (chosen === 'day-first' || chosen === 'month-first')) return { order: chosen, isOpen }
  const isDayFirst = hasDayFirst || (hasDots && !hasMonthFirst)
  return { order: isDayFirst ? 'day-first' : 'month-first', isOpen }
}

/** Returns `2026-11-21` for `20261121`, `Nov 21, 2026`, `11/21/26` or `21.11.2026`, with or without a time; '' for other text. */
export function dateIn(cell: string, order: DateOrder): string {
  const text = cell.trim()
  const [, year, month, day] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(text) ??
    /^(\d{4})(\d\d)(\d\d)$/.exec(text) ??
    yearLast(text, order) ??
    []
  if (year === undefined || month === undefined || day === undefined) return ''
  const [shortOrFullYear, monthNumber, dayNumber] = [Number(year), Number(month), Number(day)]
  const fullYear = shortOrFullYear < 100 ? 2000 + shortOrFullYear : shortOrFullYear
  const isMonth = monthNumber >= 1 && monthNumber <= 12
  const isReal = isMonth && dayNumber >= 1 && dayNumber <= new Date(Date.UTC(fullYear, monthNumber, 0)).getUTCDate()
  return isReal ? `${fullYear}-${String(monthNumber).padStart(2, '0')}-${String(dayNumber).padStart(2, '0')}` : ''
}

function yearLast(text: string, order: DateOrder): readonly (string | undefined)[] | null {
  const [, first, second, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})\b/.exec(text) ?? []
  if (first !== undefined) return order === 'day-first' ? [text, year, second, first] : [text, year, first, second]
  const [, name = '', date, inYear] = /^(?:\w+,\s*)?([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})\b/.exec(text) ?? []
  const number = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return number === 0 ? null : [text, inYear, String(number), date]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

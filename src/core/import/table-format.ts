import type { DateOrder } from './date-in.ts'
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

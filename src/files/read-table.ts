import type { Refused } from '#core/import/plan-import.ts'
import { shortened } from '#core/import/imported-text.ts'
import { headingsAt, type TableFormat, type TableRow } from '#core/import/table-format.ts'
import { csvRows } from './csv-rows.ts'

/** What a page shows of a table, so that the agent can say what its columns mean. */
export type ReadTable = {
  headings: string[]
  meanings: string[]
  samples: string[][]
  rows: number
  /** What a column can mean, and how the page calls it. */
  words: Readonly<Record<string, string>>
}

const mostColumns = 300
const samplesShown = 3
const longestShown = 100

/** A table with its rows; what is wrong with it in words, and null for what is no table at all. */
export function readTable(
  bytes: Uint8Array,
  format: TableFormat,
): { table: ReadTable; rows: TableRow[]; unread: Refused[] } | string | null {
  let all: TableRow[]
  try {
    all = csvRows(bytes)
  } catch (error) {
    return endlessEntry(bytes, error)
  }
  const columns = Math.max(0, ...all.map(({ cells }) => cells.length))
  const place = headingsAt(all, format)
  const hasHeadings = place !== null
  const said = place === null ? [] : (all.splice(0, place + 1).at(-1)?.cells ?? [])
  if (columns < 2 || columns > mostColumns || all.length === 0) return nothingFound
  const headings = Array.from({ length: columns }, (_, column) => shown(said[column]))
  const guessed = format.guess(headings)
  const isSwallowing = ({ cells }: TableRow) => hasHeadings && cells.some((cell) => holdsRow(cell, guessed, format))
  const rows = all.filter((row) => !isSwallowing(row))
  const samples = headings.map((_, column) =>
    rows
      .map(({ cells }) => shown(cells[column]))
      .filter(Boolean)
      .slice(0, samplesShown),
  )
  const meanings = hasHeadings || format.guessBySamples === null ? guessed : format.guessBySamples(samples)
  return {
    table: { headings, meanings, samples, rows: rows.length, words: format.meanings },
    rows,
    unread: all
      .filter(isSwallowing)
      .map(({ line }) => ({ line, title: 'Without a name', said: null, reasons: [openQuote] })),
  }
}

function shown(cell = ''): string {
  return shortened(cell.trim(), longestShown)
}

/** A cell with a whole other line in it, behind a break: its quotation mark was never closed. */
function holdsRow(cell: string, meanings: readonly string[], format: TableFormat): boolean {
  const [, ...lines] = cell.split('\n')
  return lines.some((line) =>
    [',', ';', '\t'].some((sign) => {
      const cells = line.split(sign)
      return cells.length >= meanings.length && format.isLikeRow(cells, meanings)
    }),
  )
}

/** What is wrong with a table whose last entry does not end; null for what is no table at all. */
function endlessEntry(bytes: Uint8Array, error: unknown): string | null {
  const isOpen = error instanceof Error && error.message.startsWith('Quote Not Closed')
  if (!isOpen || !('records' in error) || typeof error.records !== 'number') return null
  const line = error.records === 0 ? 0 : (csvRows(bytes, error.records).at(-1)?.line ?? 0)
  return `A quotation mark after line ${line} of this file is not closed. Close it or remove it.`
}

const openQuote = 'A quotation mark was not closed, so that the lines up to this one run together.'
const nothingFound = 'No entries found. A table needs a first line with headings, then a line for each entry.'

import type { Fields } from '#core/contract/json.ts'
import type { ImportName, KnownRecord, FileRecord } from '#core/import/import-kind.ts'
import { type JudgedFile, judgeFile, type ParsedFile, type RefusedLine } from '#core/import/plan-import.ts'
import type { NamedListing } from '#core/import/listing-finder.ts'
import { truncateText } from '#core/import/imported-records.ts'
import { headingsAt, type TableRow, type DateOrder, type TableFormat } from '#core/import/table-format.ts'
import { decodeText } from './decode-text.ts'
import type { CalendarReadingOptions } from './events-in-calendar.ts'
import { importFormats, importOf } from './import-formats.ts'
import { csvRows } from './csv-rows.ts'
import { formatNumber } from '#core/format/numbers.ts'

/** `name` detects what the file contains, `read` opens it, `judge` validates its records, `take` replaces them by corrected ones. */
export type ImportQuestion =
  | { ask: 'name'; start: Uint8Array }
  | ({ ask: 'read'; of: ImportName; bytes: Uint8Array } & CalendarReadingOptions)
  | { ask: 'take'; of: ImportName; correctedRecords: FileRecord[] }
  | {
      ask: 'judge'
      /** The field that each column fills. */
      meanings: readonly string[]
      /** The agent's records, to find duplicates. */
      known: KnownRecord[]
      /** The first date to import; earlier records are left out. */
      from?: string | null
      /** The agent's values for fields that a line leaves blank; `dates` is the order of day and month (`DateOrder`). */
      given?: Readonly<Record<string, string>>
      /** The agent's listings, which lines can name by id or address. */
      listings?: readonly NamedListing[]
    }

/** The agent confirms the columns of a `table`. The fields of `cards`, such as vCard and iCalendar, are fixed. */
type ReadFile =
  | ({ kind: 'table' } & ReadTable)
  | { kind: 'cards'; remarks: string[] }
  | { kind: 'unreadable'; reason: string }

/**
 * `missingMessage` is about columns that the agent must assign. `missingFields`: the agent sets each once for all lines. `dates` is the
 * assumed order of day and month; null if the file decides it. `pastEvents` is the number of records before `from`.
 */
export type JudgedAnswer = {
  kind: 'judged'
  missingMessage: string | null
  missingFields: string[]
  dates: DateOrder | null
  pastEvents: number
} & JudgedFile

export type ImportAnswer = ReadFile | JudgedAnswer | { kind: 'named'; of: ImportName }

/** Far more than the few thousand people in an agent's address book. */
const maxLines = 20_000
/** Longer titles are cut, because showing megabytes freezes the page for seconds. */
const longestTitle = 200

type OpenedFile = { of: ImportName; table: { headings: string[]; rows: TableRow[] } | null } & ParsedFile

const emptyFile: OpenedFile = { of: 'clients', table: null, records: [], unread: [], remarks: [] }

/** Returns a function that opens one file at a time and answers questions about it. Errors in the file are part of the answers. */
export function fileReader(): (question: ImportQuestion) => ImportAnswer {
  let opened = emptyFile

  function read(of: ImportName, bytes: Uint8Array, reading: CalendarReadingOptions): ReadFile {
    opened = { ...emptyFile, of }
    const text = decodeText(bytes)
    const reason = unreadableAs(of, bytes, text)
    if (reason !== null) return { kind: 'unreadable', reason }
    const { cards, isCards, table, whatToChoose } = importFormats[of]
    if (cards !== null && isCards?.test(text.slice(0, 5000)) === true) {
      opened = { ...opened, ...cards(text, reading) }
      return opened.records.length > maxLines
        ? tooMany(opened.records.length)
        : { kind: 'cards', remarks: opened.remarks }
    }
    if (table === null) return { kind: 'unreadable', reason: `This file is not a calendar. ${whatToChoose}` }
    const found = readTable(bytes, table)
    if (found === null) return { kind: 'unreadable', reason: `This file cannot be read as a table. ${whatToChoose}` }
    if (typeof found === 'string') return { kind: 'unreadable', reason: found }
    if (found.rows.length > maxLines) return tooMany(found.rows.length)
    opened = { ...opened, table: { headings: found.table.headings, rows: found.rows }, unread: found.unread }
    return { kind: 'table', ...found.table }
  }

  function judge(question: Extract<ImportQuestion, { ask: 'judge' }>): ImportAnswer {
    const { meanings, known, from = null, given: { dates, ...given } = {}, listings = [] } = question
    const { kind, table, place } = importFormats[opened.of]
    const headings = opened.table?.headings ?? []
    const rows =
      opened.table === null || table === null
        ? opened.records
        : table.rowsIn(headings, opened.table.rows, meanings, dates)
    const filled = Object.keys(given).length === 0 ? rows : rows.map((row) => withGiven(row, given))
    const all = place === null ? filled : filled.map(place(listings))
    const selected = from === null ? all : all.filter(({ date }) => typeof date !== 'string' || date >= from)
    const { records, refused } = judgeFile<Fields>(kind, selected, known)
    const read = opened.table === null ? undefined : table?.dateOrder?.(opened.table.rows, meanings, dates)
    const ofTable = {
      dates: read?.isOpen === true ? read.order : null,
      missingMessage: opened.table === null ? null : (table?.missingMessage(meanings) ?? null),
      missingFields:
        opened.table === null ? [] : (table?.fieldsSetForAllRows?.(meanings, headings, opened.table.rows) ?? []),
    }
    const pastEvents = all.length - selected.length
    const notImported = [...opened.unread, ...refused].map((one) =>
      Object.assign({}, one, { title: truncateText(one.title, longestTitle) }),
    )
    return { kind: 'judged', records, refused: notImported, ...ofTable, pastEvents }
  }

  return (question) => {
    if (question.ask === 'name') return { kind: 'named', of: importOf(question.start) }
    if (question.ask === 'read') return read(question.of, question.bytes, question)
    if (question.ask === 'judge') return judge(question)
    opened = { ...emptyFile, of: question.of, records: question.correctedRecords }
    return { kind: 'cards', remarks: [] }
  }
}

function withGiven(record: FileRecord, given: Readonly<Record<string, string>>): FileRecord {
  const missing = Object.entries(given).filter(([field]) => (record[field] ?? '') === '')
  return { ...record, ...Object.fromEntries(missing) }
}

function unreadableAs(of: ImportName, bytes: Uint8Array, text: string): string | null {
  const { whatToChoose } = importFormats[of]
  const start = text.slice(0, 5000)
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return of === 'appointments'
      ? 'This is an archive. Open it and choose the calendar file (.ics) inside.'
      : 'This is a workbook or an archive. Save it as CSV in your spreadsheet program, and choose that file.'
  if (text.trim() === '') return 'This file is empty.'
  if (start.includes('\0') || text.startsWith('%PDF')) return `This is not a text file. ${whatToChoose}`
  if (of !== 'appointments' && importFormats.appointments.isCards?.test(start) === true)
    return `This file is a calendar. Settings has Import Appointments for it. ${whatToChoose}`
  if (of !== 'clients' && importFormats.clients.isCards?.test(start) === true)
    return `This file is an address book. Settings has Import Clients for it. ${whatToChoose}`
  return null
}

function tooMany(count: number): ReadFile {
  const [is, most] = [count, maxLines].map((number) => formatNumber(number))
  return {
    kind: 'unreadable',
    reason: `There are ${is} entries in this file. One import takes at most ${most}; split the file.`,
  }
}

export type ReadTable = {
  headings: string[]
  meanings: string[]
  samples: string[][]
  rowCount: number
  meaningLabels: Readonly<Record<string, string>>
}

const maxColumns = 300
const samplesShown = 3
const longestShown = 100

/** Returns the table with its rows, an error message, or null if it is not a table. */
function readTable(
  bytes: Uint8Array,
  format: TableFormat,
): { table: ReadTable; rows: TableRow[]; unread: RefusedLine[] } | string | null {
  let all: TableRow[]
  try {
    all = csvRows(bytes)
  } catch (error) {
    return openQuoteError(bytes, error)
  }
  const columns = Math.max(0, ...all.map(({ cells }) => cells.length))
  const headingsRow = headingsAt(all, format)
  const hasHeadings = headingsRow !== null
  const headingCells = headingsRow === null ? [] : (all.splice(0, headingsRow + 1).at(-1)?.cells ?? [])
  if (columns < 2 || columns > maxColumns || all.length === 0) return nothingFound
  const headings = Array.from({ length: columns }, (_, column) => shortened(headingCells[column]))
  const guessed = format.guess(headings)
  const isMerged = ({ cells }: TableRow) => hasHeadings && cells.some((cell) => containsRow(cell, guessed, format))
  const rows = all.filter((row) => !isMerged(row))
  const samples = headings.map((_, column) =>
    rows
      .map(({ cells }) => shortened(cells[column]))
      .filter(Boolean)
      .slice(0, samplesShown),
  )
  const meanings = hasHeadings || format.guessBySamples === null ? guessed : format.guessBySamples(samples)
  return {
    table: { headings, meanings, samples, rowCount: rows.length, meaningLabels: format.meanings },
    rows,
    unread: all
      .filter(isMerged)
      .map(({ line }) => ({ line, title: 'Without a name', record: null, reasons: [openQuote] })),
  }
}

function shortened(cell = ''): string {
  return truncateText(cell.trim(), longestShown)
}

/** Whether a cell contains another row after a line break: its quotation mark was not closed. */
function containsRow(cell: string, meanings: readonly string[], format: TableFormat): boolean {
  const [, ...lines] = cell.split('\n')
  return lines.some((line) =>
    [',', ';', '\t'].some((separator) => {
      const cells = line.split(separator)
      return cells.length >= meanings.length && format.isLikeRow(cells, meanings)
    }),
  )
}

/** The error message for an unclosed last entry; null if the file is not a table. */
function openQuoteError(bytes: Uint8Array, error: unknown): string | null {
  const isOpen = error instanceof Error && error.message.startsWith('Quote Not Closed')
  if (!isOpen || !('records' in error) || typeof error.records !== 'number') return null
  const line = error.records === 0 ? 0 : (csvRows(bytes, error.records).at(-1)?.line ?? 0)
  return `A quotation mark after line ${line} of this file is not closed. Close it or remove it.`
}

const openQuote = 'A quotation mark was not closed, so that the lines up to this one run together.'
const nothingFound = 'No entries found. A table needs a first line with headings, then a line for each entry.'

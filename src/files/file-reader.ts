import type { TableRow } from '#core/import/people-in-table.ts'
import { csvRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'
import { judgePeople, type JudgedPeople, type KnownPerson } from '#core/import/judge-people.ts'
import { peopleInCards } from './people-in-cards.ts'
import { peopleInTable } from '#core/import/people-in-table.ts'
import { type ColumnMeaning, guessBySamples, guessMeanings } from '#core/import/person-columns.ts'
import type { PersonInFile } from '#core/import/person-in-file.ts'

/** What a page asks of the reader, which holds the file: to read it, or to judge its people. */
export type ImportQuestion =
  | { ask: 'read'; bytes: Uint8Array }
  | { ask: 'take'; people: PersonInFile[] }
  | { ask: 'judge'; meanings: ColumnMeaning[]; known: KnownPerson[] }

/** A table's columns are to be agreed upon; cards say themselves what they mean. */
export type ReadFile =
  | { kind: 'table'; headings: string[]; meanings: ColumnMeaning[]; samples: string[][]; rows: number }
  | { kind: 'cards'; people: number }
  | { kind: 'unreadable'; reason: string }

export type ImportAnswer = ReadFile | ({ kind: 'judged' } & JudgedPeople)

/** Address books of agents have some thousands; more is most likely another file. */
const mostPeople = 20_000
const mostColumns = 300
const samplesShown = 3

/** Reads one file after another; whatever is in it, the answer is words and never an error. */
export function fileReader(): (question: ImportQuestion) => ImportAnswer {
  let table: { headings: string[]; rows: TableRow[] } | null = null
  let people: PersonInFile[] = []
  let unread: JudgedPeople['refused'] = []

  function read(bytes: Uint8Array): ReadFile {
    ;[table, people, unread] = [null, [], []]
    if (bytes[0] === 0x50 && bytes[1] === 0x4b)
      return unreadable(
        'This is a workbook or an archive. Save it as CSV in your spreadsheet program, and choose that file.',
      )
    const text = decodeText(bytes)
    if (text.trim() === '') return unreadable('This file is empty.')
    if (text.slice(0, 5000).includes('\0') || text.startsWith('%PDF'))
      return unreadable('This file is no text. Choose a CSV or vCard file.')
    if (/^\s*BEGIN:VCALENDAR/im.test(text.slice(0, 5000)))
      return unreadable('This file is a calendar. Only people can be imported here.')
    return /^\s*BEGIN:VCARD/im.test(text.slice(0, 5000)) ? readCards(text) : readTable(bytes)
  }

  function readCards(text: string): ReadFile {
    const cards = peopleInCards(text)
    if (cards.people.length > mostPeople) return tooMany(cards.people.length)
    people = cards.people
    unread = cards.unread.map(({ line, reason }) => ({ line, said: null, reasons: [reason] }))
    return { kind: 'cards', people: people.length + unread.length }
  }

  function readTable(bytes: Uint8Array): ReadFile {
    let all: TableRow[]
    try {
      all = csvRows(bytes)
    } catch {
      return unreadable('This file is no table and no address book. Choose a CSV or vCard file.')
    }
    const columns = Math.max(0, ...all.map(({ cells }) => cells.length))
    const hasHeadings = all[0]?.cells.some((cell) => cell.includes('@')) === false
    const said = hasHeadings ? (all.shift()?.cells ?? []) : []
    if (columns < 2 || columns > mostColumns || all.length === 0)
      return unreadable('No people were found: a table needs a first line with headings, and a line for each person.')
    if (all.length > mostPeople) return tooMany(all.length)
    const headings = Array.from({ length: columns }, (_, column) => (said[column] ?? '').trim())
    const isSwallowing = ({ cells }: TableRow) => hasHeadings && cells.some((cell) => holdsRow(cell, said.length))
    const rows = all.filter((row) => !isSwallowing(row))
    unread = all.filter(isSwallowing).map(({ line }) => ({ line, said: null, reasons: [openQuote] }))
    table = { headings, rows }
    const samples = headings.map((_, column) =>
      rows
        .map(({ cells }) => (cells[column] ?? '').trim())
        .filter(Boolean)
        .slice(0, samplesShown),
    )
    const meanings = hasHeadings ? guessMeanings(headings) : guessBySamples(samples)
    return { kind: 'table', headings, meanings, samples, rows: rows.length }
  }

  return (question) => {
    if (question.ask === 'read') return read(question.bytes)
    if (question.ask === 'take') {
      ;[table, people, unread] = [null, question.people, []]
      return { kind: 'cards', people: people.length }
    }
    const said = table === null ? people : peopleInTable(table.headings, table.rows, question.meanings)
    const { people: judged, refused } = judgePeople(said, question.known)
    return { kind: 'judged', people: judged, refused: [...unread, ...refused] }
  }
}

/** A cell with somebody's whole line in it, behind a break: its quotation mark was never closed. */
function holdsRow(cell: string, columns: number): boolean {
  const [, ...lines] = cell.split('\n')
  return lines.some((line) => line.includes('@') && [',', ';', '\t'].some((sign) => line.split(sign).length >= columns))
}

const openQuote = 'A quotation mark was not closed, so that the lines up to this one run together.'

function unreadable(reason: string): ReadFile {
  return { kind: 'unreadable', reason }
}

function tooMany(count: number): ReadFile {
  const [is, most] = [count, mostPeople].map((number) => number.toLocaleString('en-US'))
  return unreadable(`There are ${is} people in this file. At most ${most} fit into one import; divide it.`)
}

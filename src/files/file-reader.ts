import type { TableRow } from '#core/import/people-in-table.ts'
import { csvRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'
import { judgePeople, type JudgedPeople, type KnownPerson } from '#core/import/judge-people.ts'
import { peopleInCards } from './people-in-cards.ts'
import { peopleInTable } from '#core/import/people-in-table.ts'
import { type ColumnMeaning, guessMeanings } from '#core/import/person-columns.ts'
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
      return unreadable('This is a workbook. Save it as CSV in your spreadsheet program, and choose that file.')
    const text = decodeText(bytes)
    if (text.trim() === '') return unreadable('This file is empty.')
    return /^\s*BEGIN:VCARD/im.test(text.slice(0, 5000)) ? readCards(text) : readTable(bytes)
  }

  function readCards(text: string): ReadFile {
    const cards = peopleInCards(text)
    if (cards.people.length > mostPeople) return tooMany(cards.people.length)
    people = cards.people
    unread = cards.unread.map(({ line, reason }) => ({ line, name: '', email: '', reasons: [reason] }))
    return { kind: 'cards', people: people.length + unread.length }
  }

  function readTable(bytes: Uint8Array): ReadFile {
    let all: TableRow[]
    try {
      all = csvRows(bytes)
    } catch {
      return unreadable('This file is no table and no address book. Choose a CSV or vCard file.')
    }
    const [first, ...rows] = all
    const headings = first?.cells.map((heading) => heading.trim()) ?? []
    if (headings.length < 2 || headings.length > mostColumns || rows.length === 0)
      return unreadable('No people were found: a table needs a first line with headings, and a line for each person.')
    if (rows.length > mostPeople) return tooMany(rows.length)
    table = { headings, rows }
    const samples = headings.map((_, column) =>
      rows
        .map(({ cells }) => (cells[column] ?? '').trim())
        .filter(Boolean)
        .slice(0, samplesShown),
    )
    return { kind: 'table', headings, meanings: guessMeanings(headings), samples, rows: rows.length }
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

function unreadable(reason: string): ReadFile {
  return { kind: 'unreadable', reason }
}

function tooMany(count: number): ReadFile {
  const [is, most] = [count, mostPeople].map((number) => number.toLocaleString('en-US'))
  return unreadable(`There are ${is} people in this file. At most ${most} fit into one import; divide it.`)
}

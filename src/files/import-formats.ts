import { appointmentImport } from '#core/import/appointment-import.ts'
import { clientImport } from '#core/import/client-import.ts'
import { figureImport, withListing } from '#core/import/figure-import.ts'
import { figuresTable } from '#core/import/figures-in-table.ts'
import type { ImportKind, ImportName, FileRecord } from '#core/import/import-kind.ts'
import type { ParsedFile } from '#core/import/plan-import.ts'
import { listingImport } from '#core/import/listing-import.ts'
import type { NamedListing } from '#core/import/listing-finder.ts'
import { listingsTable } from '#core/import/listings-in-table.ts'
import { peopleTable } from '#core/import/people-in-table.ts'
import { headingsAt, type TableFormat, type TableRow } from '#core/import/table-format.ts'
import { type CalendarReadingOptions, eventsInCalendar } from './events-in-calendar.ts'
import { peopleInCards } from './people-in-cards.ts'
import { csvRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'

type Format = {
  kind: ImportKind
  table: TableFormat | null
  /** Reads files whose fields are fixed: vCard and iCalendar. */
  cards: ((text: string, reading: CalendarReadingOptions) => ParsedFile) | null
  /** Matches the start of a file that `cards` reads. */
  isCards: RegExp | null
  /** Assigns each record the listing that it names. */
  place: ((listings: readonly NamedListing[]) => (record: FileRecord) => FileRecord) | null
  /** The end of the message about a file that cannot be read: which file to choose instead. */
  whatToChoose: string
}

export const importFormats: Record<ImportName, Format> = {
  clients: {
    kind: clientImport,
    table: peopleTable,
    cards: peopleInCards,
    isCards: /^[^\S\r\n]*BEGIN:VCARD/im,
    place: null,
    whatToChoose: 'Choose a CSV or vCard file.',
  },
  appointments: {
    kind: appointmentImport,
    table: null,
    cards: eventsInCalendar,
    isCards: /^[^\S\r\n]*BEGIN:VCALENDAR/im,
    place: null,
    whatToChoose: 'Choose a calendar file (.ics).',
  },
  listings: {
    kind: listingImport,
    table: listingsTable,
    cards: null,
    isCards: null,
    place: null,
    whatToChoose: 'Choose a CSV file.',
  },
  figures: {
    kind: figureImport,
    table: figuresTable,
    cards: null,
    isCards: null,
    place: withListing,
    whatToChoose: 'Choose a CSV file.',
  },
}

/** In the order in which they are tried: a table of clients or exposure figures may also look like a table of listings, because it has addresses. */
const tables = ['clients', 'figures', 'listings'] as const

/** Returns what a file contains, by its first bytes. An unknown file is probably a table of clients. */
export function importOf(start: Uint8Array): ImportName {
  const text = decodeText(start)
  const names = Object.keys(importFormats) as ImportName[]
  const rows = rowsIn(start)
  return (
    names.find((name) => importFormats[name].isCards?.test(text) === true) ??
    tables.find((name) => {
      const { table } = importFormats[name]
      const headings = table === null ? undefined : rows[headingsAt(rows, table) ?? 0]
      return table?.missingMessage(table.guess(headings?.cells ?? [])) === null
    }) ??
    'clients'
  )
}

function rowsIn(start: Uint8Array): TableRow[] {
  for (const most of [maxRows, 1]) {
    try {
      return csvRows(start, most)
    } catch {
      // These bytes may end within a quoted cell. Then only the first row is read.
    }
  }
  return []
}

const maxRows = 10

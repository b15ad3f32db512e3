import type { ImportName } from '#core/import/import-kind.ts'
import { headingsAt, type TableRow } from '#core/import/table-format.ts'
import { csvRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'
import { formats } from './formats.ts'

/** In this order: tables of people have addresses, and tables of figures have homes. */
const tables = ['clients', 'figures', 'listings'] as const

/** Which import a file is for, by how it starts; what none knows is most likely a table of people. */
export function importOf(start: Uint8Array): ImportName {
  const text = decodeText(start)
  const names = Object.keys(formats) as ImportName[]
  const rows = rowsIn(start)
  return (
    names.find((name) => formats[name].isCards?.test(text) === true) ??
    tables.find((name) => {
      const { table } = formats[name]
      const headings = table === null ? undefined : rows[headingsAt(rows, table) ?? 0]
      return table?.missing(table.guess(headings?.cells ?? [])) === null
    }) ??
    'clients'
  )
}

function rowsIn(start: Uint8Array): TableRow[] {
  for (const most of [mostRows, 1]) {
    try {
      return csvRows(start, most)
    } catch {
      // The last line of a file's beginning may end within a quoted cell.
    }
  }
  return []
}

const mostRows = 10

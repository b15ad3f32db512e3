import type { ImportName } from '#core/import/import-kind.ts'
import { csvRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'
import { formats } from './formats.ts'

/** In this order: tables of people have addresses, and tables of figures have homes. */
const tables = ['clients', 'figures', 'listings'] as const

/** Which import a file is for, by how it starts; what none knows is most likely a table of people. */
export function importOf(start: Uint8Array): ImportName {
  const text = decodeText(start)
  const names = Object.keys(formats) as ImportName[]
  const headings = headingsIn(start)
  return (
    names.find((name) => formats[name].isCards?.test(text) === true) ??
    tables.find((name) => {
      const { table } = formats[name]
      return table?.missing(table.guess(headings)) === null
    }) ??
    'clients'
  )
}

function headingsIn(start: Uint8Array): string[] {
  try {
    return csvRows(start, 1)[0]?.cells ?? []
  } catch {
    return []
  }
}

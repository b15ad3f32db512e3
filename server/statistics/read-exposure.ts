import { isFigure } from '#core/import/figure-columns.ts'
import { figuresTable } from '#core/import/figures-in-table.ts'
import type { FileRecord } from '#core/import/import-kind.ts'
import { headingsAt } from '#core/import/table-format.ts'
import { csvRows } from '#files/csv-rows.ts'

/** What the rows of a file say, as records that are not validated yet. */
export type ExposureFile = { rowsRead: number; records: FileRecord[] }
type ExposureFileRefusal = { missingColumns: string[]; headings: string[] }

/** Reads a CSV file as the page *Import Figures* does, but refuses one with unclear columns, because a command cannot ask the agent. */
export function readExposure(bytes: Uint8Array): ExposureFile | ExposureFileRefusal {
  const rows = csvRows(bytes)
  const headingRow = rows.splice(0, (headingsAt(rows, figuresTable) ?? 0) + 1).at(-1)
  const headings = (headingRow?.cells ?? []).map((heading) => heading.trim())
  const meanings = figuresTable.guess(headings)
  const withoutColumn = figuresTable.fieldsSetForAllRows?.(meanings, headings) ?? []
  const missing = [
    ...(withoutColumn.includes('listing') ? ['listing or address'] : []),
    ...(withoutColumn.includes('platform') ? ['platform'] : []),
    ...(meanings.some((one) => ['date', 'from', 'to'].includes(one)) ? [] : ['date']),
    ...(meanings.some(isFigure) ? [] : ['views, likes or saves']),
  ]
  if (missing.length > 0) return { missingColumns: missing, headings }
  return { rowsRead: rows.length, records: figuresTable.rowsIn(headings, rows, meanings) }
}

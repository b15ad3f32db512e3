import * as v from 'valibot'
import { exposureFigureSchema, type ExposureFigure } from '#core/contract/exposure.ts'
import { csvRows } from '#files/csv-rows.ts'

/** A figure and the listing that the row names: by its id, by its address, or by both. */
export type ExposureRow = { line: number; listing: string; address: string; figure: ExposureFigure }
export type SkippedLine = { line: number; reasons: string[] }

export type ExposureFile = { rowsRead: number; rows: ExposureRow[]; skipped: SkippedLine[] }
type ExposureFileRefusal = { missingColumns: string[]; headings: string[] }

const figureColumns = ['platform', 'date', 'views', 'likes', 'saves'] as const

/**
 * The rows of a CSV file with the columns `listing` (an id) or `address`, `platform`, `date`, `views`, `likes`, `saves`, in
 * any order, whatever its delimiter, line ending and byte-order mark. A file without one of them is refused whole.
 */
export function readExposure(bytes: Uint8Array): ExposureFile | ExposureFileRefusal {
  const [headings = { cells: [], line: 1 }, ...lines] = csvRows(bytes)
  const names = headings.cells.map((heading) => heading.trim().toLowerCase())
  const missing: string[] = figureColumns.filter((name) => !names.includes(name))
  if (!names.includes('listing') && !names.includes('address')) missing.unshift('listing or address')
  if (missing.length > 0) return { missingColumns: missing, headings: headings.cells }

  const file: ExposureFile = { rowsRead: lines.length, rows: [], skipped: [] }
  for (const { cells, line } of lines) {
    const cellOf = (name: string) => (cells[names.indexOf(name)] ?? '').trim()
    const parsed = v.safeParse(
      exposureFigureSchema,
      Object.fromEntries(figureColumns.map((name) => [name, cellOf(name)])),
    )
    if (parsed.success) {
      file.rows.push({ line, listing: cellOf('listing'), address: cellOf('address'), figure: parsed.output })
    } else {
      file.skipped.push({ line, reasons: [...new Set(parsed.issues.map((issue) => issue.message))] })
    }
  }
  return file
}

import type { Catalog } from './read-catalog.ts'
import type { ImportResult } from './import-catalog.ts'
import { printedColumns } from './printed-columns.ts'

const maxLines = 40

export function importReport(file: string, catalog: Catalog, result: ImportResult): string[] {
  const { rowsRead, properties, repeats, skipped, ignoredColumns } = catalog
  const counts = [
    `${rowsRead} rows read`,
    `${properties.length} properties (${result.added} new, ${result.changed} changed, ${result.unchanged} unchanged)`,
    `${repeats.length} repeats`,
    `${skipped.length} skipped`,
  ]
  return [
    `${file}: ${counts.join(', ')}.`,
    ...linesOfSkipped(skipped),
    ...shortened(
      repeats.map(({ line, firstLine, address }) => `  Line ${line} repeats line ${firstLine}: ${address}`),
      'repeats',
    ),
    ...(ignoredColumns.length > 0 ? [`  Columns not used: ${printedColumns(ignoredColumns)}`] : []),
  ]
}

/** One line for each skipped row; `count` is their number if `skipped` has only the first ones. */
export function linesOfSkipped(skipped: Catalog['skipped'], count = skipped.length): string[] {
  return shortened(
    skipped.map(({ line, reasons }) => `  Line ${line} skipped: ${reasons.join(' ')}`),
    'skipped rows',
    count,
  )
}

function shortened(lines: string[], kind: string, count = lines.length): string[] {
  if (count <= maxLines) return lines
  return [...lines.slice(0, maxLines), `  … and ${(count - maxLines).toLocaleString('en-US')} more ${kind}.`]
}

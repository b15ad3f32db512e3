import type { Catalogue } from './read-catalogue.ts'
import type { ImportResult } from './import-catalogue.ts'
import { printedColumns } from './printed-columns.ts'

const mostLines = 40

export function importReport(file: string, catalogue: Catalogue, result: ImportResult): string[] {
  const { rowsRead, properties, repeats, skipped, ignoredColumns } = catalogue
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
export function linesOfSkipped(skipped: Catalogue['skipped'], count = skipped.length): string[] {
  return shortened(
    skipped.map(({ line, reasons }) => `  Line ${line} skipped: ${reasons.join(' ')}`),
    'skipped rows',
    count,
  )
}

function shortened(lines: string[], kind: string, count = lines.length): string[] {
  if (count <= mostLines) return lines
  return [...lines.slice(0, mostLines), `  … and ${(count - mostLines).toLocaleString('en-US')} more ${kind}.`]
}

// Must be first: csv-parse reads `Buffer` when it is loaded.
import './small-buffer.ts'
import { parse } from 'csv-parse/browser/esm/sync'

/** Splits lines into cells, for a file that is too large to read whole. A line with an unclosed quotation mark becomes null. */
export function cellsOfLines(lines: readonly string[], delimiter: string): (string[] | null)[] {
  const together = cellsOf(lines.join('\n'), delimiter)
  const isClean = together?.length === lines.length && together.every((cells) => !cells.some(hasBreak))
  // An unclosed quotation mark joins the lines after it to one cell, so each line is then parsed alone.
  return isClean ? together : lines.map((line) => onlyRow(cellsOf(line, delimiter)))
}

function cellsOf(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch {
    return null
  }
}

function onlyRow(rows: string[][] | null): string[] | null {
  return rows?.length === 1 ? rows[0]! : null
}

function hasBreak(cell: string): boolean {
  return cell.includes('\n')
}

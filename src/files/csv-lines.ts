// First: the library takes its Buffer when it is loaded.
import './small-buffer.ts'
import { parse } from 'csv-parse/browser/esm/sync'

/**
 * The cells of each of these lines of a table; null for a line that cannot be read by itself, because its quotation mark is not
 * closed. For files too large to be read whole: no cell may have a line break.
 */
export function cellsOfLines(lines: readonly string[], delimiter: string): (string[] | null)[] {
  const together = cellsOf(lines.join('\n'), delimiter)
  const isClean = together?.length === lines.length && together.every((cells) => !cells.some(hasBreak))
  // One line with an open quotation mark takes in those behind it.
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

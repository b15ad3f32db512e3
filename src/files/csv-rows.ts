// Must be first: csv-parse reads `Buffer` when it is loaded.
import './small-buffer.ts'
import { parse } from 'csv-parse/browser/esm/sync'
import type { TableRow } from '#core/import/table-format.ts'
import { decodeText } from './decode-text.ts'

/** Reads the first `most` rows (-1: all), including headings, in any encoding and with any delimiter; `line` counts from 1. */
export function csvRows(bytes: Uint8Array, most = -1): TableRow[] {
  const whole = decodeText(bytes)
  // Excel may name the delimiter in a line above the headings.
  const [delimiterLine = '', stated] = /^sep=(.)(?:\r\n|\n|\r)/.exec(whole) ?? []
  const text = whole.slice(delimiterLine.length)
  const records = parse(text, {
    delimiter: stated ?? delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    info: true,
    to: most,
  }) as unknown as { record: string[]; info: { lines: number } }[]
  return records.map(({ record, info }) => ({ cells: record, line: info.lines + (stated === undefined ? 0 : 1) }))
}

const linesCompared = 10
const longestStart = 20_000

/** The delimiter: the character that occurs equally often in most of the first lines, outside quotes. */
export function delimiterOf(text: string): string {
  const plain = text.slice(0, longestStart).replaceAll(/"(?:[^"]|"")*"/g, '')
  const lines = plain.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const weights = [',', ';', '\t', '|'].map((sign) => {
    const counts = lines.slice(0, linesCompared).map((line) => line.split(sign).length - 1)
    const weightOf = (count: number) => count * counts.filter((other) => other === count).length ** 2
    return { sign, weight: Math.max(0, ...counts.map(weightOf)) }
  })
  return weights.reduce((best, other) => (other.weight > best.weight ? other : best)).sign
}

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

// First: the library takes its Buffer when it is loaded.
import './small-buffer.ts'
import { parse } from 'csv-parse/browser/esm/sync'
import type { TableRow } from '#core/import/table-format.ts'
import { decodeText } from './decode-text.ts'

/**
 * The rows of a CSV file, headings first, whatever its encoding, delimiter and line ending; lines count from 1. What comes
 * after the first `most` is not looked at.
 */
export function csvRows(bytes: Uint8Array, most = -1): TableRow[] {
  const whole = decodeText(bytes)
  // Excel says so in a line above the headings.
  const [marked = '', said] = /^sep=(.)(?:\r\n|\n|\r)/.exec(whole) ?? []
  const text = whole.slice(marked.length)
  const records = parse(text, {
    delimiter: said ?? delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    info: true,
    to: most,
  }) as unknown as { record: string[]; info: { lines: number } }[]
  return records.map(({ record, info }) => ({ cells: record, line: info.lines + (said === undefined ? 0 : 1) }))
}

/** The sign that parts the headings; what stands in quotes does not count. */
export function delimiterOf(text: string): string {
  const headings = (text.split(/\r\n|\n|\r/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const countOf = (sign: string) => headings.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best))
}

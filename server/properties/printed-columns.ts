import { formatNumber } from '#core/format/numbers.ts'

const maxColumns = 30
const longestName = 40

/** A file's column names on one line, for the terminal. Control characters are replaced, because the file may be binary. */
export function printedColumns(names: readonly string[]): string {
  const shown = names.slice(0, maxColumns).map(printedName)
  const more = names.length - shown.length
  return [...shown, ...(more > 0 ? [`… and ${formatNumber(more)} more`] : [])].join(', ')
}

function printedName(name: string): string {
  const short = name.length > longestName ? `${name.slice(0, longestName)}…` : name
  return short.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}

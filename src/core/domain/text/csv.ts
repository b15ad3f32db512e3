/** A table for spreadsheets; lines end as RFC 4180 requires. */
export function csvFile(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `${row.map(cell).join(',')}\r\n`)
  // Without the mark, Excel takes the letters for those of an old code page.
  return `\uFEFF${lines.join('')}`
}

/** What others have written (a survey's answer, a visitor's name) must not be taken for a formula. */
function cell(text: string): string {
  // Not at the start alone: where `;` separates cells, Excel divides a line of ours there and at breaks, quoted or not.
  const harmless = text.replaceAll(/(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r\n])/g, "$1'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A cell as it was before `csvFile` guarded it, so that a table of ours is read back as it was written. */
export function withoutFormulaGuard(text: string): string {
  return text.replaceAll(/(^|[;\t\r\n])'(?=[=+\-@＝＋－＠\t\r\n])/g, '$1')
}

/** For spreadsheets; lines end as RFC 4180 requires. */
export function csvFile(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `${row.map(cell).join(',')}\r\n`)
  // Without a byte order mark, Excel reads the file in an old code page.
  return `\uFEFF${lines.join('')}`
}

/** Text that others wrote (a survey's answer, a visitor's name) must not be read as a formula. */
function cell(text: string): string {
  // Not only at the start: where `;` separates cells, Excel also splits at `;` and at line breaks, even inside quotes.
  const harmless = text.replaceAll(/(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r\n])/g, "$1'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Removes the guard of `csvFile`, so that our own files are read back unchanged. */
export function withoutFormulaGuard(text: string): string {
  return text.replaceAll(/(^|[;\t\r\n])'(?=[=+\-@＝＋－＠\t\r\n])/g, '$1')
}

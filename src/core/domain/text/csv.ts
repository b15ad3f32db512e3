/** Returns a CSV file for spreadsheets, with the line ends of RFC 4180. */
export function csvFile(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `${row.map(cell).join(',')}\r\n`)
  // Without a byte order mark, Excel reads the file in an old code page.
  return `\uFEFF${lines.join('')}`
}

/** Guards against text of other people (a survey's answer, a visitor's name) that a spreadsheet would run as a formula. */
function cell(text: string): string {
  // Not only at the start: where `;` separates cells, Excel also splits at `;` and at line breaks, even inside quotes.
  const harmless = text.replaceAll(/(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r\n])/g, "$1'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Removes the guard of `csvFile`, so that our own files are read back unchanged. */
export function withoutFormulaGuard(text: string): string {
  return text.replaceAll(/(^|[;\t\r\n])'(?=[=+\-@＝＋－＠\t\r\n])/g, '$1')
}

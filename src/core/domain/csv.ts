/** A table for spreadsheets; lines end as RFC 4180 wants them. */
export function csvFile(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `${row.map(cell).join(',')}\r\n`)
  // Without the mark, Excel takes the letters for those of an old code page.
  return `\uFEFF${lines.join('')}`
}

/** What others have written (a survey's answer, a visitor's name) must not be taken for a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A day as tables write it, `2026-11-21`, `20261121`, `11/21/2026`, `11/21/26` or `Nov 21, 2026`, with or without a time; blank where it is none. */
export function dateIn(cell: string): string {
  const text = cell.trim()
  const [, year, month, day] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? american(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return ''
  const [whole, two, last] = [Number(year), Number(month), Number(day)]
  const full = whole < 100 ? 2000 + whole : whole
  const isReal = two >= 1 && two <= 12 && last >= 1 && last <= new Date(Date.UTC(full, two, 0)).getUTCDate()
  return isReal ? `${full}-${String(two).padStart(2, '0')}-${String(last).padStart(2, '0')}` : ''
}

/** Month before day, as in the United States. */
function american(text: string): readonly (string | undefined)[] | null {
  const [, month, day, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})\b/.exec(text) ?? []
  if (month !== undefined) return [text, year, month, day]
  const [, name = '', date, inYear] = /^(?:\w+,\s*)?([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})\b/.exec(text) ?? []
  const number = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return number === 0 ? null : [text, inYear, String(number), date]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Whether a text is a day that can be shown, as `2026-11-27` is; the 31st of a shorter month is none. */
export function isPlainDate(value: unknown): value is string {
  // As early as a record's day may be; not the last year of four digits, because months are shown with those after them.
  if (typeof value !== 'string' || value < '1900' || value >= '9999') return false
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) return false
  // Engines call such a day invalid, or the first days of the next month.
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

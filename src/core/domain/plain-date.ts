/** Whether a text is a day of the calendar, as `2026-11-27` is; the 31st of a shorter month is none. */
export function isPlainDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) return false
  // Engines call such a day invalid, or the first days of the next month.
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

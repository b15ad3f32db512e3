/** The day that is looked at; without one it is today. */
export type TodaySearch = { date?: string | undefined }

export function readTodaySearch({ date }: Record<string, unknown>): TodaySearch {
  // The router keeps what it is not told to forget.
  return { date: isDate(date) ? date : undefined }
}

/** Read with the table of addresses, on every first page: so it brings nothing along. */
function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) return false
  // The 31st of a shorter month is another day than it says.
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

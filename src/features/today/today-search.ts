/** `date` is the day that is looked at, without one today; `from=start` says that the installed app was opened. */
export type TodaySearch = { date?: string | undefined; from?: string | undefined }

/** What an address says; somebody may have typed anything. */
export function readTodaySearch({ date, from }: Record<string, unknown>): TodaySearch {
  return { date: isDate(date) ? date : undefined, from: from === 'start' ? from : undefined }
}

function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) return false
  // The 31st of a shorter month is another day than it says.
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

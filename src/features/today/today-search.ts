import { addDays } from '#core/domain/wall-clock.ts'

/** The day that is looked at; without one it is today. */
export type TodaySearch = { date?: string | undefined }

export function readTodaySearch({ date }: Record<string, unknown>): TodaySearch {
  // The router keeps what it is not told to forget.
  return { date: isDate(date) ? date : undefined }
}

function isDate(value: unknown): value is string {
  // The 31st of a shorter month is another day than it says.
  return (
    typeof value === 'string' && /^20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/.test(value) && addDays(value, 0) === value
  )
}

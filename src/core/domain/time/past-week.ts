import { addDays } from './wall-clock.ts'

/** The x axis of the exposure charts. */
const daysOfPastWeek = 7

type PastWeek = { start_date: string; end_date: string; dates: string[] }

/** Today and the six days before it, by the agent's date (reading R13); `dates` from the earliest. */
export function pastWeekOf(today: string): PastWeek {
  const dates = Array.from({ length: daysOfPastWeek }, (_, index) => addDays(today, index + 1 - daysOfPastWeek))
  return { start_date: dates[0] ?? today, end_date: today, dates }
}

/** The seven days before the past week. */
export function weekBefore(today: string): PastWeek {
  return pastWeekOf(addDays(today, -daysOfPastWeek))
}

export function isInPastWeek(
  date: string,
  { start_date, end_date }: Pick<PastWeek, 'start_date' | 'end_date'>,
): boolean {
  return start_date <= date && date <= end_date
}

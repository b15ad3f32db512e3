import { isPlainDate } from './plain-date.ts'
import { daysBetween } from './wall-clock.ts'

/** Asks about the year of a date that is probably a slip; never a reason to refuse: a visit may be entered long after it. */
export function dateToCheck(date: string, today: string): string | undefined {
  if (!isPlainDate(date)) return undefined
  const daysAgo = daysBetween(date, today)
  if (daysAgo > 365) return 'More than a year ago. Is the year right?'
  return daysAgo < -730 ? 'More than two years ahead. Is the year right?' : undefined
}

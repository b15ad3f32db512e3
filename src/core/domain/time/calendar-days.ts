import { addDays, daysBetween, isPlainDate } from './wall-clock.ts'
import { normalizeSearchText } from '#core/domain/listings/listing-rules.ts'
import { formatDateRange, formatLongDate } from '#core/format/dates.ts'

/* Months are texts such as `2026-11`, dates are texts such as `2026-11-21`, and weeks begin on Sunday. */

export function monthOf(date: string): string {
  return date.slice(0, 7)
}

export function addMonths(month: string, months: number): string {
  const moved = new Date(`${month}-01T00:00:00Z`)
  if (Number.isNaN(moved.getTime())) return month
  moved.setUTCMonth(moved.getUTCMonth() + months)
  return moved.toISOString().slice(0, 7)
}

/** Returns the first and last day of a month's grid, which has whole weeks and so includes days of the neighboring months. */
export function gridDays(month: string): { first: string; last: string } {
  const firstOfMonth = `${month}-01`
  const lastOfMonth = addDays(`${addMonths(month, 1)}-01`, -1)
  return {
    first: addDays(firstOfMonth, -weekdayOf(firstOfMonth)),
    last: addDays(lastOfMonth, 6 - weekdayOf(lastOfMonth)),
  }
}

export function weekOf(date: string): string[] {
  const sunday = addDays(date, -weekdayOf(date))
  return Array.from({ length: 7 }, (_, day) => addDays(sunday, day))
}

export function formatWeek(date: string): string {
  const [sunday = date, , , , , , saturday = date] = weekOf(date)
  return formatDateRange(sunday, saturday)
}

/** Returns 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** Returns the date with the same day in `month`, or the last day of `month` if it is shorter. */
export function sameDayOf(month: string, date: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const sameDay = `${month}${date.slice(7)}`
  return sameDay > last ? last : sameDay
}

/** The number of days in the exposure charts. */
const daysOfPastWeek = 7

type PastWeek = { start_date: string; end_date: string; dates: string[] }

/** Returns today (the agent's date) and the six days before (reading R13); `dates` start with the earliest. */
export function pastWeekOf(today: string): PastWeek {
  const dates = Array.from({ length: daysOfPastWeek }, (_, index) => addDays(today, index + 1 - daysOfPastWeek))
  return { start_date: dates[0] ?? today, end_date: today, dates }
}

export function weekBefore(today: string): PastWeek {
  return pastWeekOf(addDays(today, -daysOfPastWeek))
}

export function isInPastWeek(
  date: string,
  { start_date, end_date }: Pick<PastWeek, 'start_date' | 'end_date'>,
): boolean {
  return start_date <= date && date <= end_date
}

/** Returns a question about a year that is probably a typo. Do not refuse the date: a visit may be entered long afterwards. */
export function dateWarning(date: string, today: string): string | undefined {
  if (!isPlainDate(date)) return undefined
  const daysAgo = daysBetween(date, today)
  if (daysAgo > 365) return 'More than a year ago. Is the year right?'
  return daysAgo < -730 ? 'More than two years ahead. Is the year right?' : undefined
}

/** Returns the date that "today", "tom", "friday", "Nov 25" or "11/25" means next, or that "2026-11-25" names; undefined if none. */
export function parseDay(typedText: string, today: string): string | undefined {
  const words = normalizeSearchText(typedText)
  const isDate: boolean = isPlainDate(words)
  if (isDate) return words
  if (words.length < 3) return undefined
  for (let ahead = 0; ahead <= 366; ahead += 1) {
    const day = addDays(today, ahead)
    if (isNamed(words, day, ahead)) return day
  }
  return undefined
}

function isNamed(words: string, day: string, ahead: number): boolean {
  const [weekday = '', monthAndDay = ''] = formatLongDate(day).toLowerCase().split(', ')
  const near = ahead === 0 ? ['today', weekday] : ahead === 1 ? ['tomorrow', weekday] : ahead < 7 ? [weekday] : []
  if (near.some((name) => name.startsWith(words))) return true
  const [month = '', number = ''] = monthAndDay.split(' ')
  const slashed = `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`
  return [monthAndDay, `${month.slice(0, 3)} ${number}`, slashed].includes(words)
}

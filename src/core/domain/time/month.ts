import { addDays, formatDate } from './wall-clock.ts'

/*
 * Months as `2026-11`, and the weeks in which a calendar shows them, from Sunday to Saturday.
 */

export function monthOf(date: string): string {
  return date.slice(0, 7)
}

export function addMonths(month: string, months: number): string {
  const moved = new Date(`${month}-01T00:00:00Z`)
  if (Number.isNaN(moved.getTime())) return month
  moved.setUTCMonth(moved.getUTCMonth() + months)
  return moved.toISOString().slice(0, 7)
}

/** "November 2026". */
export function monthInWords(month: string): string {
  return formatDate(monthAndYear, `${month}-01`, month)
}

/** "Saturday, November 21, 2026". */
export function longDateInWords(date: string): string {
  return formatDate(longDate, date)
}

// Made once: a month says forty dates, and each formatter takes a millisecond.
const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayRange = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

/** The first and the last day that a month's grid shows: whole weeks, with days of the months around it. */
export function gridDays(month: string): { first: string; last: string } {
  const firstOfMonth = `${month}-01`
  const lastOfMonth = addDays(`${addMonths(month, 1)}-01`, -1)
  return {
    first: addDays(firstOfMonth, -weekdayOf(firstOfMonth)),
    last: addDays(lastOfMonth, 6 - weekdayOf(lastOfMonth)),
  }
}

/** The seven days of the week that a date is in, from Sunday on. */
export function weekOf(date: string): string[] {
  const sunday = addDays(date, -weekdayOf(date))
  return Array.from({ length: 7 }, (_, day) => addDays(sunday, day))
}

/** "Nov 22 – 28, 2026". */
export function weekInWords(date: string): string {
  const [sunday = date, , , , , , saturday = date] = weekOf(date)
  const [first, last] = [new Date(`${sunday}T00:00:00Z`), new Date(`${saturday}T00:00:00Z`)]
  if (Number.isNaN(first.getTime())) return date
  const words = dayRange.formatRange(first, last)
  // Engines put thin spaces around the dash.
  return words.replaceAll(/\s/g, ' ')
}

/** 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** The same day of another month; its last one where it is shorter. */
export function sameDayOf(month: string, date: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const wished = `${month}${date.slice(7)}`
  return wished > last ? last : wished
}

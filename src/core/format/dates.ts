/* Dates without a time zone, such as `2026-11-21`. Text that is not a date, from another server, is returned unchanged. */

/** "Sat, Nov 21", with the year if it is not that of `today`: "Sat, Nov 22, 2025". */
export function formatDate(date: string, today: string): string {
  return formatWith(date.slice(0, 4) === today.slice(0, 4) ? weekdayAndDate : weekdayDateAndYear, date)
}

export function formatDateWithYear(date: string): string {
  return formatWith(dateAndYear, date)
}

/** "Saturday, November 21, 2026". */
export function formatLongDate(date: string): string {
  return formatWith(longDate, date)
}

export function formatWeekday(date: string): string {
  return formatDate(date, date).slice(0, 3)
}

/** "November 2026" for `2026-11`. */
export function formatMonth(month: string): string {
  return formatWith(monthAndYear, `${month}-01`, month)
}

/** "Nov 22 – 28, 2026". */
export function formatDateRange(first: string, last: string): string {
  const days = [new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`)] as const
  if (days.some((day) => Number.isNaN(day.getTime()))) return first
  // Engines put thin spaces around the dash.
  return mediumDate.formatRange(...days).replaceAll(/\s/g, ' ')
}

function formatWith(format: Intl.DateTimeFormat, date: string, text = date): string {
  const instant = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(instant.getTime()) ? text : format.format(instant)
}

// Created once: a list shows many dates, and each formatter takes a millisecond.
const monthAndDay = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
const weekdayAndDate = new Intl.DateTimeFormat('en-US', { ...monthAndDay, weekday: 'short' })
const weekdayDateAndYear = new Intl.DateTimeFormat('en-US', { ...monthAndDay, weekday: 'short', year: 'numeric' })
const dateAndYear = new Intl.DateTimeFormat('en-US', { ...monthAndDay, year: 'numeric' })
const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const mediumDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

/*
 * Dates and times as the clock and the calendar on the wall show them: `2026-11-21`, `10:45` or `10:45:00`. They belong
 * to no time zone, so they are never turned into instants (reading R7).
 */

/** "10:45" of "10:45:00", as a field of a form holds it: Firefox shows seconds wherever the value has them. */
export function withoutSeconds(time: string): string {
  return time.slice(0, 5)
}

/** Minutes since midnight, for comparing times of one day. */
export function minutesOfDay(time: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return hour * 60 + minute + second / 60
}

/** The date on the calendar of this device at an instant. */
export function dateOfInstant(atMs: number): string {
  const local = new Date(atMs)
  return dateText(new Date(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate())))
}

/** The minutes since midnight on the clock of this device at an instant. */
export function minutesOfInstant(atMs: number): number {
  const local = new Date(atMs)
  return local.getHours() * 60 + local.getMinutes()
}

export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(moved.getTime())) return date
  moved.setUTCDate(moved.getUTCDate() + days)
  return dateText(moved)
}

/** Whole days from one date to the other; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

function dateText(utc: Date): string {
  return utc.toISOString().slice(0, 10)
}

/** Whole seconds since midnight. */
export function secondsOfDay(time: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return hour * 3600 + minute * 60 + second
}

/** `09:30:00` of the seconds since midnight; the end of the day is its last second. */
export function timeOfSeconds(seconds: number): string {
  const whole = Math.min(Math.max(Math.round(seconds), 0), 24 * 3600 - 1)
  return [whole / 3600, (whole / 60) % 60, whole % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

/** A day and the minutes since its midnight, by the clock of this device. */
export type Moment = { today: string; minutesNow: number }

export function hasPassed(date: string, time: string, { today, minutesNow }: Moment): boolean {
  return date < today || (date === today && minutesOfDay(time) <= minutesNow)
}

/** Whether a text is a day that can be shown, as `2026-11-27` is; the 31st of a shorter month is none. */
export function isPlainDate(value: unknown): value is string {
  // As early as a record's day may be; not the last year of four digits, because months are shown with those after them.
  if (typeof value !== 'string' || value < '1900' || value >= '9999') return false
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) return false
  // Engines call such a day invalid, or the first days of the next month.
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/* Wall-clock dates and times: `2026-11-21`, `10:45` or `10:45:00`. They have no zone and never become instants (reading R7). */

/** For form fields: Firefox shows seconds wherever the value has them. */
export function withoutSeconds(time: string): string {
  return time.slice(0, 5)
}

/** Minutes since midnight, with seconds as a fraction. */
export function minutesOfDay(time: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return hour * 60 + minute + second / 60
}

/** The date in this device's time zone. */
export function dateOfInstant(atMs: number): string {
  const local = new Date(atMs)
  return dateText(new Date(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate())))
}

/** Minutes since midnight by this device's clock. */
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

/** Whole days; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

function dateText(utc: Date): string {
  return utc.toISOString().slice(0, 10)
}

export function secondsOfDay(time: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return hour * 3600 + minute * 60 + second
}

/** `09:30:00` from seconds since midnight; the end of the day becomes its last second. */
export function timeOfSeconds(seconds: number): string {
  const whole = Math.min(Math.max(Math.round(seconds), 0), 24 * 3600 - 1)
  return [whole / 3600, (whole / 60) % 60, whole % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

/** The current date and time by this device's clock; `minutesNow` counts from midnight. */
export type Moment = { today: string; minutesNow: number }

export function hasPassed(date: string, time: string, { today, minutesNow }: Moment): boolean {
  return date < today || (date === today && minutesOfDay(time) <= minutesNow)
}

export function isPlainDate(value: unknown): value is string {
  // 1900 is the earliest year of a record; 9999 is out, because calendars also show the months after a date.
  if (typeof value !== 'string' || value < '1900' || value >= '9999') return false
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) return false
  // Engines read the 31st of a shorter month as invalid, or as a day of the next month.
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

import { timeOfSeconds } from './seconds-of-day.ts'

export const dayMinutes = 24 * 60

/** When something new begins if nobody says so: at the next full hour today, on another day at nine. */
export function usualStart(minutesNow: number | null): number {
  return minutesNow === null ? 9 * 60 : Math.min(Math.floor(minutesNow / 60 + 1) * 60, 23 * 60)
}

/** The times of a new visit that long, at its usual start; `minutesNow` is null on every day but today. */
export function usualTimes(minutesNow: number | null, length: number): { start_time: string; end_time: string } {
  const start = usualStart(minutesNow)
  return { start_time: timeOfMinutes(start), end_time: timeOfMinutes(start + length) }
}

/** `10:45` of the minutes since midnight, for the fields of forms and the wire; the end of the day is its last minute. */
export function timeOfMinutes(minutes: number): string {
  return timeOfSeconds(Math.min(minutes, dayMinutes - 1) * 60).slice(0, 5)
}

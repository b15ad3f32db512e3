import { minutesOfDay, timeOfSeconds } from './wall-clock.ts'

export const dayMinutes = 24 * 60

/** When something new begins if nobody says so: at the next full hour today, on another day at nine. */
export function usualStart(minutesNow: number | null): number {
  return minutesNow === null ? 9 * 60 : Math.min(Math.floor(minutesNow / 60 + 1) * 60, 23 * 60)
}

type Times = { start_time: string; end_time: string }

/**
 * The times of a new visit that long: at its usual start, or at the first full hour after it when nothing of the day is
 * `taken`. `minutesNow` is null on every day but today.
 */
export function usualTimes(minutesNow: number | null, length: number, taken: readonly Times[] = []): Times {
  const usual = usualStart(minutesNow)
  const isFree = (start: number) =>
    taken.every((one) => minutesOfDay(one.end_time) <= start || minutesOfDay(one.start_time) >= start + length)
  let start = usual
  while (!isFree(start) && start + 60 + length <= dayMinutes) start += 60
  if (!isFree(start)) start = usual
  return { start_time: timeOfMinutes(start), end_time: timeOfMinutes(start + length) }
}

/** `10:45` of the minutes since midnight, for the fields of forms and the wire; the end of the day is its last minute. */
export function timeOfMinutes(minutes: number): string {
  return timeOfSeconds(Math.min(minutes, dayMinutes - 1) * 60).slice(0, 5)
}

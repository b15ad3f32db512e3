import { minutesOfDay, timeOfSeconds } from './wall-clock.ts'

export const dayMinutes = 24 * 60

/** Minutes since midnight: the next full hour today; nine o'clock on another day, where `minutesNow` is null. */
export function defaultStart(minutesNow: number | null): number {
  return minutesNow === null ? 9 * 60 : Math.min(Math.floor(minutesNow / 60 + 1) * 60, 23 * 60)
}

type Times = { start_time: string; end_time: string }

/** Default times of a visit: at the usual start, or at the first full hour after it that is free. `length` is in minutes. */
export function defaultTimes(minutesNow: number | null, length: number, taken: readonly Times[] = []): Times {
  const usual = defaultStart(minutesNow)
  const isFree = (start: number) =>
    taken.every((one) => minutesOfDay(one.end_time) <= start || minutesOfDay(one.start_time) >= start + length)
  let start = usual
  while (!isFree(start) && start + 60 + length <= dayMinutes) start += 60
  if (!isFree(start)) start = usual
  return { start_time: timeOfMinutes(start), end_time: timeOfMinutes(start + length) }
}

/** `10:45` from minutes since midnight; the end of the day becomes its last minute. */
export function timeOfMinutes(minutes: number): string {
  return timeOfSeconds(Math.min(minutes, dayMinutes - 1) * 60).slice(0, 5)
}

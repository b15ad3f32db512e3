import { minutesOfDay } from './wall-clock.ts'

/** A day and the minutes since its midnight, by the clock of this device. */
export type Moment = { today: string; minutesNow: number }

export function hasPassed(date: string, time: string, { today, minutesNow }: Moment): boolean {
  return date < today || (date === today && minutesOfDay(time) <= minutesNow)
}

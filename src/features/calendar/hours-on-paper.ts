import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'

/** The hours that are printed, as nothing scrolls on paper: the usual ones, and as many more as the events need. */
export function hoursOnPaper(events: readonly RecordedVisit[]): { first: number; count: number } {
  const hoursOf = (times: string[]) => times.map((time) => minutesOfDay(time) / 60)
  const first = Math.min(7, ...hoursOf(events.map(({ start_time }) => start_time)).map(Math.floor))
  const end = Math.max(20, ...hoursOf(events.map(({ end_time }) => end_time)).map(Math.ceil))
  return { first, count: end - first }
}

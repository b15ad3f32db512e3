import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import type { TimelineEvent } from './timeline-event.ts'

/** The whole hours that a timeline shows: `from` to `to`, 0 to 24. */
export type TimelineHours = { from: number; to: number }

/** From nine to five, or wider when the tour's day or an event needs it. */
export function hoursShown(
  day: { start_time: string; end_time: string },
  events: readonly Pick<TimelineEvent, 'start_time' | 'end_time'>[],
): TimelineHours {
  // A time that is being typed is empty.
  const starts = [day, ...events].flatMap(({ start_time }) => (start_time === '' ? [] : minutesOfDay(start_time)))
  const ends = [day, ...events].flatMap(({ end_time }) => (end_time === '' ? [] : minutesOfDay(end_time)))
  return {
    from: Math.max(0, Math.floor(Math.min(9 * 60, ...starts) / 60)),
    to: Math.min(24, Math.ceil(Math.max(17 * 60, ...ends) / 60)),
  }
}

/** "9 AM", "Noon". */
export function hourInWords(hour: number): string {
  if (hour === 12) return 'Noon'
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

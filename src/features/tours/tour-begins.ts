import { firstDoorOpens } from '#core/domain/tours/timed-stop.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

/** "today 10:37 AM": the day, and when the first door opens; a tour that visits none begins when its day does. */
export function tourBegins({ tour_date, start_time, stops }: TourRow, today: string): string {
  return `${formatTourDay(tour_date, today)} ${formatTime(firstDoorOpens(stops) ?? start_time)}`
}

function formatTourDay(date: string, today: string): string {
  if (date === today) return 'today'
  return date === addDays(today, 1) ? 'tomorrow' : formatDate(date, today)
}

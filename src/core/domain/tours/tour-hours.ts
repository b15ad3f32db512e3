import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import { timeOfMinutes } from '#core/domain/time/default-times.ts'
import { addDays, minutesOfDay, type Moment } from '#core/domain/time/wall-clock.ts'

type Hours = { tour_date: string; start_time: string; end_time: string }

/** Returns the default date of a new tour: today while the shortest usual visit still fits before `end_time`, else tomorrow. */
export function dayForNewTour(end_time: string, { today, minutesNow }: Moment): string {
  const minutesLeft = minutesOfDay(end_time) - minutesNow
  return minutesLeft >= defaultTourPreferences.min_duration_per_property ? today : addDays(today, 1)
}

/** Whether the hours of a tour have ended, or will end within the current five minutes. */
export function areHoursOver({ tour_date, end_time }: Omit<Hours, 'start_time'>, now: Moment): boolean {
  return tour_date < now.today || (tour_date === now.today && minutesOfDay(end_time) <= nextStep(now))
}

/** `start_time`, or the next full five minutes if it has passed today. If the hours have ended, `start_time`, so that a past tour can be entered. */
export function plannedStart(hours: Hours, now: Moment): string {
  const { tour_date, start_time } = hours
  if (tour_date !== now.today || areHoursOver(hours, now) || minutesOfDay(start_time) >= nextStep(now))
    return start_time
  return `${timeOfMinutes(nextStep(now))}:00`
}

/** Rounded to steps, so that an open page does not plan again every minute. */
const stepMinutes = 5

function nextStep({ minutesNow }: Moment): number {
  return Math.ceil(minutesNow / stepMinutes) * stepMinutes
}

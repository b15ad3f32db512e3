import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import { timeOfMinutes } from '#core/domain/time/usual-times.ts'
import { addDays, minutesOfDay, type Moment } from '#core/domain/time/wall-clock.ts'

type Hours = { tour_date: string; start_time: string; end_time: string }

/** The day that a new tour begins with: today, while the shortest usual visit still fits before `end_time`. */
export function dayForNewTour(end_time: string, { today, minutesNow }: Moment): string {
  const left = minutesOfDay(end_time) - minutesNow
  return left >= defaultTourPreferences.min_duration_per_property ? today : addDays(today, 1)
}

/** Whether nothing can be planned any more into the hours of a tour. */
export function areHoursOver({ tour_date, end_time }: Omit<Hours, 'start_time'>, now: Moment): boolean {
  return tour_date < now.today || (tour_date === now.today && minutesOfDay(end_time) <= nextStep(now))
}

/**
 * When the first visit of a tour may begin: today not before now. Hours that are over are planned from their start, so
 * that a tour that took place can be entered.
 */
export function plannedStart(hours: Hours, now: Moment): string {
  const { tour_date, start_time } = hours
  if (tour_date !== now.today || areHoursOver(hours, now) || minutesOfDay(start_time) >= nextStep(now))
    return start_time
  return `${timeOfMinutes(nextStep(now))}:00`
}

/** In steps, so that an open page is not planned anew every minute. */
const stepMinutes = 5

function nextStep({ minutesNow }: Moment): number {
  return Math.ceil(minutesNow / stepMinutes) * stepMinutes
}

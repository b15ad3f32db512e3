import { addMonths, monthOf, sameDayOf, weekdayOf } from '#core/domain/time/calendar-days.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'

/** As date pickers do: arrows by days and weeks, Home and End within the week, Page Up and Page Down by months. */
export function dayAfterKey(key: string, date: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -weekdayOf(date))
    case 'End':
      return addDays(date, 6 - weekdayOf(date))
    case 'PageUp':
      return sameDayOf(addMonths(monthOf(date), -1), date)
    case 'PageDown':
      return sameDayOf(addMonths(monthOf(date), 1), date)
    default:
      return null
  }
}

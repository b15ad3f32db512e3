import { isPlainDate } from '#core/domain/time/wall-clock.ts'

export type DashboardSearch = CalendarPlace & {
  /** The appointment whose form is open, by id or key. */
  appointment?: string
  new?: 'appointment'
}

export type CalendarPlace = {
  /** Today if absent. */
  day?: string
  /** Shows the single day if absent. */
  view?: 'week' | 'month'
}

/** Parses the search parameters and drops invalid ones, because the address may be typed by hand. */
export function readDashboardSearch({ appointment, day, view, new: form }: Record<string, unknown>): DashboardSearch {
  // The router reads `?appointment=31` as a number.
  const text = typeof appointment === 'number' ? String(appointment) : appointment
  return {
    ...(isPlainDate(day) ? { day } : {}),
    ...(view === 'week' || view === 'month' ? { view } : {}),
    ...(typeof text === 'string' && text !== '' ? { appointment: text } : {}),
    ...(form === 'appointment' ? { new: form } : {}),
  }
}

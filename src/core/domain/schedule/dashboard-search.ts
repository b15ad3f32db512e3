import { isPlainDate } from '#core/domain/time/wall-clock.ts'

/** Search parameters of the Dashboard. */
export type DashboardSearch = CalendarPlace & {
  /** The appointment whose form is open, by id or key. */
  appointment?: string
  /** The form of a new appointment is open. */
  new?: 'appointment'
}

export type CalendarPlace = {
  /** Today if absent. */
  day?: string
  /** The day alone if absent. */
  view?: 'week' | 'month'
}

/** Drops what is not valid: the address may be typed by hand. */
export function readDashboardSearch({ appointment, day, view, new: begun }: Record<string, unknown>): DashboardSearch {
  // The router reads `?appointment=31` as a number.
  const text = typeof appointment === 'number' ? String(appointment) : appointment
  return {
    ...(isPlainDate(day) ? { day } : {}),
    ...(view === 'week' || view === 'month' ? { view } : {}),
    ...(typeof text === 'string' && text !== '' ? { appointment: text } : {}),
    ...(begun === 'appointment' ? { new: begun } : {}),
  }
}

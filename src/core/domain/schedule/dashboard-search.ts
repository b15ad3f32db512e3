import { isPlainDate } from '#core/domain/time/wall-clock.ts'

/** What the Dashboard's address says. */
export type DashboardSearch = CalendarPlace & {
  /** An appointment whose form stands open, by the server's id or a key of this device. */
  appointment?: string
  /** The form of a new appointment stands open. */
  new?: 'appointment'
}

/** What the calendar shows. */
export type CalendarPlace = {
  /** Without one, today. */
  day?: string
  /** What of the time around that day is shown; without one, the day alone. */
  view?: 'week' | 'month'
}

/** Reads an address that somebody may have typed; what makes no sense is left out. */
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

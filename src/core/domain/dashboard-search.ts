/** What the Dashboard's address says: an appointment whose form stands open, by the server's id or a key of this device. */
type DashboardSearch = { appointment?: string }

/** Reads an address that somebody may have typed; what makes no sense is left out. */
export function readDashboardSearch({ appointment }: Record<string, unknown>): DashboardSearch {
  // The router reads `?appointment=31` as a number.
  const text = typeof appointment === 'number' ? String(appointment) : appointment
  return typeof text === 'string' && text !== '' ? { appointment: text } : {}
}

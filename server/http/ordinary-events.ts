import type { FastifyBaseLogger } from 'fastify'

const intervalMs = 10_000

const loggedAt = new Map<string, number>()
const skipped = new Map<string, number>()

/** Logs a frequent, harmless event at most every 10 seconds per name, with the number of events not logged since (`before`). */
export function logThrottled(log: FastifyBaseLogger, event: string): void {
  const now = Date.now()
  // Math.abs: after the clock was set back, the last time may be far ahead.
  if (Math.abs(now - (loggedAt.get(event) ?? 0)) < intervalMs) {
    skipped.set(event, (skipped.get(event) ?? 0) + 1)
    return
  }
  log.warn({ before: skipped.get(event) ?? 0 }, event)
  loggedAt.set(event, now)
  skipped.delete(event)
}

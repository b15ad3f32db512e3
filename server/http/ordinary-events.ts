import type { FastifyBaseLogger } from 'fastify'

const atMostEveryMs = 10_000

const notedAt = new Map<string, number>()
const passedOver = new Map<string, number>()

/**
 * Logs frequent events that are no fault of the server, such as aborted connections: per kind one line in 10 seconds,
 * with the number of events in between.
 */
export function noteOrdinary(log: FastifyBaseLogger, event: string): void {
  const now = Date.now()
  // The clock may be set back.
  if (Math.abs(now - (notedAt.get(event) ?? 0)) < atMostEveryMs) {
    passedOver.set(event, (passedOver.get(event) ?? 0) + 1)
    return
  }
  log.warn({ before: passedOver.get(event) ?? 0 }, event)
  notedAt.set(event, now)
  passedOver.delete(event)
}

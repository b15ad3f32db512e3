import type { FastifyBaseLogger } from 'fastify'

const atMostEveryMs = 10_000

const notedAt = new Map<string, number>()
const passedOver = new Map<string, number>()

/**
 * A line for what is no fault of the server and comes in crowds: connections that end early, a database that is restarting.
 * Of each kind at most one in ten seconds, with how many there were in between.
 */
export function noteOrdinary(log: FastifyBaseLogger, event: string): void {
  const now = Date.now()
  // A clock may be set back.
  if (Math.abs(now - (notedAt.get(event) ?? 0)) < atMostEveryMs) {
    passedOver.set(event, (passedOver.get(event) ?? 0) + 1)
    return
  }
  log.warn({ before: passedOver.get(event) ?? 0 }, event)
  notedAt.set(event, now)
  passedOver.delete(event)
}

import type { FastifyBaseLogger } from 'fastify'

const atMostEveryMs = 10_000

const notedAt = new Map<string, number>()
const passedOver = new Map<string, number>()

/** Logs harmless frequent events at most once in 10 seconds per kind, with the number in between. */
export function logThrottled(log: FastifyBaseLogger, event: string): void {
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

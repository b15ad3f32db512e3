import { problem, RefusedRequest } from '#server/problem-responses.ts'
import type { LimitedWrite, Server } from './fastify-types.ts'
import { safeMethods } from './safe-methods.ts'
import { innerRequestOf } from './inner-requests.ts'

/**
 * How much one agent may write: so much at once, and so much a minute in the long run. A device that was away for weeks
 * sends its five thousand changes at once, and no device keeps up that rate.
 */
const limits = {
  operations: { atOnce: 10_000, perMinute: 6000 },
  photos: { atOnce: 600, perMinute: 120 },
  /** Every device of every agent keeps the catalogue; whole ones come by the import. */
  properties: { atOnce: 500, perMinute: 10 },
  /** Of answers, which are kept for weeks so that a repeated key gets its answer again. */
  answerBytes: { atOnce: 32 * 1024 * 1024, perMinute: 1024 * 1024 },
} as const satisfies Record<
  LimitedWrite | 'operations' | 'photos' | 'answerBytes',
  { atOnce: number; perMinute: number }
>

/** More agents than work at one moment; those that have not written for a while are forgotten. */
const mostRemembered = 20_000

/** Refuses with 429 what is beyond the limits, before it is done. Each process counts for itself. */
export function limitWrites(api: Server): void {
  const buckets = new Map<string, { left: number; at: number }>()

  /** Spends `count` where at least `needed` is left; what is left may be less than nothing then. */
  function take(agentId: number, kind: keyof typeof limits, count: number, needed = count): void {
    const { atOnce, perMinute } = limits[kind]
    const name = `${kind} ${agentId}`
    // A clock of the machine may be set back, and nothing could be written until it has caught up.
    const now = performance.now()
    const known = buckets.get(name) ?? { left: atOnce, at: now }
    const left = Math.min(atOnce, known.left + ((now - known.at) / 60_000) * perMinute)
    // At its end again, so that the first are those that wrote longest ago.
    buckets.delete(name)
    buckets.set(name, { left: left < needed ? left : left - count, at: now })
    for (const oldest of buckets.keys()) {
      if (buckets.size <= mostRemembered) break
      buckets.delete(oldest)
    }
    if (left < needed) throw tooMuch(Math.ceil(((needed - left) / perMinute) * 60))
  }

  api.addHook('preHandler', async (request) => {
    if (request.agent === null || safeMethods.has(request.method)) return
    const { writes } = request.routeOptions.config
    // The operations of a batch were counted with it.
    if (innerRequestOf(request) === undefined) {
      take(request.agent.id, 'operations', operationsIn(request.body))
      take(request.agent.id, 'answerBytes', 0, 1)
    }
    if (writes !== undefined) take(request.agent.id, writes, 1)
  })

  // How long an answer is shows when it is made, so the next write pays for it.
  api.addHook('onSend', async (request, _reply, payload) => {
    if (request.agent === null || safeMethods.has(request.method) || innerRequestOf(request) !== undefined) return
    if (typeof payload === 'string') take(request.agent.id, 'answerBytes', Buffer.byteLength(payload), -Infinity)
  })

  // Known only when the form was read: a listing comes with its main photo or without.
  api.decorate('countPhoto', (agentId) => take(agentId, 'photos', 1))
}

/** Of a batch as many as it has, and of deletions that are to be known each. */
function operationsIn(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 1
  const many = 'operations' in body ? body.operations : 'deleted' in body ? body.deleted : null
  return Array.isArray(many) ? Math.max(1, many.length) : 1
}

function tooMuch(seconds: number): RefusedRequest {
  return new RefusedRequest(
    problem(429, 'too_many_attempts', 'Too many changes at once. Please send the rest in a moment.', {
      headers: { 'retry-after': String(seconds) },
    }),
  )
}

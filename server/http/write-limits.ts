import { problem, RefusedRequest } from '#server/problem-responses.ts'
import type { LimitedWrite, Server } from './fastify-types.ts'
import { safeMethods } from './safe-methods.ts'
import { subrequestOf } from './subrequests.ts'

/** Token buckets: a device that was offline for weeks sends thousands of changes at once, but no device sustains that rate. */
const limits = {
  operations: { atOnce: 10_000, perMinute: 6000 },
  photos: { atOnce: 600, perMinute: 120 },
  /** Every device of every agent downloads the catalog; large catalogs are imported on the command line. */
  properties: { atOnce: 500, perMinute: 10 },
  /** Limits storage: answers are stored for weeks, so that a repeated key gets its answer again. */
  answerBytes: { atOnce: 32 * 1024 * 1024, perMinute: 1024 * 1024 },
} as const satisfies Record<
  LimitedWrite | 'operations' | 'photos' | 'answerBytes',
  { atOnce: number; perMinute: number }
>

/** More buckets than are in use at one time; beyond that, those unused for longest are dropped. */
const maxBuckets = 20_000

/** Refuses writes above the limits with 429 before they are done. Each process counts for itself. */
export function limitWrites(api: Server): void {
  // `left` is the balance at the time `at`.
  const buckets = new Map<string, { left: number; at: number }>()

  /** Spends `count` if at least `needed` is left. The balance may become negative. */
  function take(agentId: number, kind: keyof typeof limits, count: number, needed = count): void {
    const { atOnce, perMinute } = limits[kind]
    const name = `${kind} ${agentId}`
    // Monotonic: if the wall clock were set back, no writes would be allowed until it catches up.
    const now = performance.now()
    const known = buckets.get(name) ?? { left: atOnce, at: now }
    const left = Math.min(atOnce, known.left + ((now - known.at) / 60_000) * perMinute)
    // Deleted and set again, so that the map is in the order of last use.
    buckets.delete(name)
    buckets.set(name, { left: left < needed ? left : left - count, at: now })
    for (const oldest of buckets.keys()) {
      if (buckets.size <= maxBuckets) break
      buckets.delete(oldest)
    }
    if (left < needed) throw tooMuch(Math.ceil(((needed - left) / perMinute) * 60))
  }

  api.addHook('preHandler', async (request) => {
    if (request.agent === null || safeMethods.has(request.method)) return
    const { writeLimit } = request.routeOptions.config
    // The operations of a batch were counted with the batch.
    if (subrequestOf(request) === undefined) {
      take(request.agent.id, 'operations', operationsIn(request.body))
      // Refuses the write if earlier answers have used up the balance.
      take(request.agent.id, 'answerBytes', 0, 1)
    }
    if (writeLimit !== undefined) take(request.agent.id, writeLimit, 1)
  })

  // The length of an answer is known only afterwards, so the next write pays for it.
  api.addHook('onSend', async (request, _reply, payload) => {
    if (request.agent === null || safeMethods.has(request.method) || subrequestOf(request) !== undefined) return
    if (typeof payload === 'string') take(request.agent.id, 'answerBytes', Buffer.byteLength(payload), -Infinity)
  })

  // A photo is counted only when the form has been read: a listing may come with or without its main photo.
  api.decorate('countPhotoOrRefuse', (agentId) => take(agentId, 'photos', 1))
}

/** Number of operations in a batch, or of deletions sent to `sync/known/`; 1 for any other body. */
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

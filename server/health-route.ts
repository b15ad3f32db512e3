import { sql } from 'kysely'
import type { Server } from './http/fastify-types.ts'
import { sendOutcome } from './http/outcome.ts'
import { busy } from './problem-responses.ts'
import type { Services } from './services.ts'

/** Short, so that the check does not wait for a heavy query: it then reports `busy`, which is no outage. */
const patienceMs = 250
const readyPatienceMs = 2000

/** `/healthz`: 200 while the process responds, with the state of the database; 503 if the database fails. */
export function healthRoute(server: Server, { database }: Services): void {
  let pending: Promise<'ok' | 'failing'> | null = null
  server.get('/healthz', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    // Cross-origin: the page over plain HTTP tests whether the certificate is trusted (`share/trust-page.ts`).
    reply.headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
    // Concurrent checks share one query.
    pending ??= outcomeOf(sql`select 1`.execute(database.db)).finally(() => {
      pending = null
    })
    const state = await Promise.race([pending, busyAfter(patienceMs)])
    return state === 'failing' ? sendOutcome(reply, busy(5)) : { status: 'ok', database: state }
  })
}

/** `/readyz`, for load balancers: 200 while the server accepts requests and the database answers, otherwise 503. */
export function readinessRoute(server: Server, { database }: Services): void {
  server.get('/readyz', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const state = await Promise.race([outcomeOf(sql`select 1`.execute(database.db)), busyAfter(readyPatienceMs)])
    return state === 'ok' ? { status: 'ready' } : sendOutcome(reply, busy(5))
  })
}

async function outcomeOf(query: Promise<unknown>): Promise<'ok' | 'failing'> {
  return query.then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
}

function busyAfter(ms: number): Promise<'busy'> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, 'busy').unref()
  })
}

import { sql } from 'kysely'
import type { Server } from './http/fastify-types.ts'
import { sendOutcome } from './http/outcome.ts'
import { busy } from './problem-responses.ts'
import type { Services } from './services.ts'

/** A check must not wait for a heavy query, and must not take one for an outage. */
const patienceMs = 250
const readyPatienceMs = 2000

/** 200 while the process answers, with how its database does; 503 when the database refuses. */
export function healthRoute(server: Server, { database }: Services): void {
  let asking: Promise<'ok' | 'failing'> | null = null
  server.get('/healthz', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    // For any page: the one on plain HTTP asks whether this certificate is trusted here (`share/trust-page.ts`).
    reply.headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
    // One question at a time, however often somebody asks us.
    asking ??= outcomeOf(sql`select 1`.execute(database.db)).finally(() => {
      asking = null
    })
    const state = await Promise.race([asking, silence(patienceMs)])
    return state === 'failing' ? sendOutcome(reply, busy(5)) : { status: 'ok', database: state }
  })
}

/** 200 while requests are taken and the database answers, else 503: for what sends requests to one process of several. */
export function readinessRoute(server: Server, { database }: Services): void {
  server.get('/readyz', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const state = await Promise.race([outcomeOf(sql`select 1`.execute(database.db)), silence(readyPatienceMs)])
    return state === 'ok' ? { status: 'ready' } : sendOutcome(reply, busy(5))
  })
}

async function outcomeOf(question: Promise<unknown>): Promise<'ok' | 'failing'> {
  return question.then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
}

function silence(ms: number): Promise<'busy'> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, 'busy').unref()
  })
}

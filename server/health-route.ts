import { sql } from 'kysely'
import type { Server } from './http/fastify-types.ts'
import { sendOutcome } from './http/outcome.ts'
import { busy } from './problem-responses.ts'
import type { Services } from './services.ts'

/** The check must neither wait for a heavy query nor report it as an outage. */
const patienceMs = 250
const readyPatienceMs = 2000

/** 200 while the process responds, with the state of the database; 503 if the database fails. */
export function healthRoute(server: Server, { database }: Services): void {
  let asking: Promise<'ok' | 'failing'> | null = null
  server.get('/healthz', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    // Cross-origin: the page over plain HTTP tests whether the certificate is trusted (`share/trust-page.ts`).
    reply.headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
    // At most one query at a time.
    asking ??= outcomeOf(sql`select 1`.execute(database.db)).finally(() => {
      asking = null
    })
    const state = await Promise.race([asking, silence(patienceMs)])
    return state === 'failing' ? sendOutcome(reply, busy(5)) : { status: 'ok', database: state }
  })
}

/** For load balancers: 200 while the server accepts requests and the database answers, otherwise 503. */
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

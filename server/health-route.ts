import { sql } from 'kysely'
import type { Server } from './http/fastify-types.ts'
import { sendOutcome } from './http/outcome.ts'
import { busy } from './problem-responses.ts'
import type { Services } from './services.ts'

/** A check must not wait for a heavy query, and must not take one for an outage. */
const patienceMs = 250

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
    const state = await Promise.race([asking, silence()])
    return state === 'failing' ? sendOutcome(reply, busy(5)) : { status: 'ok', database: state }
  })
}

async function outcomeOf(question: Promise<unknown>): Promise<'ok' | 'failing'> {
  return question.then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
}

function silence(): Promise<'busy'> {
  return new Promise((resolve) => {
    setTimeout(resolve, patienceMs, 'busy').unref()
  })
}

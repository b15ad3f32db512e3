import { batchAnswersSchema, batchSchema } from '#core/contract/sync-batch.ts'
import { described } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { askingInside } from '#server/http/inner-requests.ts'
import { doBatch } from './batch-service.ts'

/** What an answer says of its operation; the rest of its headers is about the way. */
const toldHeaders: ReadonlySet<string> = new Set(['etag', 'location', 'idempotent-replay', 'retry-after'])

export function batchRoutes(server: Server): void {
  server.post(
    '/sync/batch/',
    {
      schema: {
        body: batchSchema,
        ...described('sync', 'Up to 200 operations in one request, each with its own answer', {
          200: batchAnswersSchema,
        }),
      },
    },
    async (request) => {
      const answers = await askingInside(server, request, (ask) =>
        doBatch(
          request.body.operations,
          async ({ method, path, key, if_match: ifMatch, body }, turn) => {
            const conditions = ifMatch === null ? {} : { 'if-match': ifMatch }
            const answer = await ask(method, `/api/${path}`, { 'idempotency-key': key, ...conditions }, body, turn)
            const told = Object.entries(answer.headers).filter(([name]) => toldHeaders.has(name))
            return { status: answer.status, headers: Object.fromEntries(told), body: answer.body }
          },
          // Nobody hears it any more: what is left comes again under its keys.
          () => request.raw.socket.destroyed,
        ),
      )
      return { answers }
    },
  )
}

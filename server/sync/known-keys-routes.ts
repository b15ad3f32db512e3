import { knownKeysAnswerSchema, knownKeysSchema } from '#core/contract/sync-protocol.ts'
import { described, jsonAnswer } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import type { Services } from '#server/services.ts'
import { markRecordsDeleted, findUnknownKeys } from './known-keys-repository.ts'

export function knownKeysRoutes(server: Server, { database }: Services): void {
  server.post(
    '/sync/known/',
    {
      schema: {
        body: knownKeysSchema,
        ...described(
          'sync',
          'Check which idempotency keys the server has no record of, after a restore. Keys in `deleted` are marked as deleted',
          {
            200: jsonAnswer(
              '`unknown`: keys without a record. `made`: keys in `deleted` whose record exists; if there are any, none was marked',
              knownKeysAnswerSchema,
            ),
          },
        ),
      },
    },
    async (request) => {
      const made = await markRecordsDeleted(database.db, agentIdOf(request), request.body.deleted)
      return { unknown: await findUnknownKeys(database.db, agentIdOf(request), request.body.keys), made }
    },
  )
}

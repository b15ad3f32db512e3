import { batchAnswersSchema, batchSchema, maxInBatch } from '#core/contract/sync-batch.ts'
import { described, jsonAnswer } from '#server/http/description/described.ts'
import { stoppingAnswer } from '#server/http/graceful-stop.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { createSubrequestSender } from '#server/http/subrequests.ts'
import type { Services } from '#server/services.ts'
import { doBatch } from './batch-service.ts'

/** Response headers about the operation, which the client receives. The others are about the transport. */
const operationHeaders: ReadonlySet<string> = new Set([
  'etag',
  'location',
  'idempotent-replay',
  'retry-after',
  'sync-version',
])

export function batchRoutes(server: Server, { database }: Services): void {
  server.post(
    '/sync/batch/',
    {
      bodyLimit: 1024 * 1024,
      config: { isBatch: true, allowsKiosk: true },
      schema: {
        body: batchSchema,
        ...described(
          'sync',
          `Send up to ${maxInBatch} writes in one request. Each is processed, and answered, as if it were sent alone`,
          {
            200: jsonAnswer('One answer for each write, in the same order', batchAnswersSchema),
          },
        ),
      },
    },
    async (request) => {
      const sendSubrequests = createSubrequestSender(server, database, request)
      const cursor = request.headers['sync-cursor']
      const historyHeader: Record<string, string> = typeof cursor === 'string' ? { 'sync-cursor': cursor } : {}
      const answers = await doBatch(
        request.body.operations,
        async (operations) => {
          const subrequests = operations.map(({ method, path, key, if_match: ifMatch, body }) => {
            const headers: Record<string, string> = {
              ...historyHeader,
              ...(ifMatch === null ? {} : { 'if-match': ifMatch }),
            }
            return { method, path: `/api/${path}`, key, headers, body }
          })
          const answered = await sendSubrequests(subrequests)
          return answered.map(({ status, headers, body }) => {
            const passedOn = Object.entries(headers).filter(([name]) => operationHeaders.has(name))
            return { status, headers: Object.fromEntries(passedOn), body }
          })
        },
        // Stops early if the connection is closed or the server shuts down; the client retries the rest under the same keys.
        () => request.raw.socket.destroyed || server.isStopping(),
      )
      const { status, headers, body } = stoppingAnswer
      const notPerformed = request.body.operations
        .slice(answers.length)
        .map(({ key }) => ({ key, status, headers, body }))
      return { answers: [...answers, ...notPerformed] }
    },
  )
}

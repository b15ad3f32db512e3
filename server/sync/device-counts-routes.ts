import { countsAnswerSchema, deviceCountsSchema } from '#core/contract/device-counts.ts'
import { described } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import type { Services } from '#server/services.ts'
import { compareCounts } from './device-counts-service.ts'

export function deviceCountsRoutes(server: Server, { database }: Services): void {
  server.post(
    '/sync/counts/',
    {
      schema: {
        body: deviceCountsSchema,
        ...described('sync', 'Compare what a device has sent with what is here', { 200: countsAnswerSchema }),
      },
    },
    async (request) => ({ missing: await compareCounts(database, agentIdOf(request), request.body, request.log) }),
  )
}

import * as v from 'valibot'
import { oldestProgram } from '#core/contract/program-version.ts'
import { changePageSchema, serverDescriptionSchema } from '#core/contract/sync-protocol.ts'
import { readSetting } from '#server/database/settings.ts'
import { keyRetentionDays } from '#server/housekeeping.ts'
import { described } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import type { Services } from '#server/services.ts'
import { changesSince } from './changes-service.ts'
import { deviceCountsRoutes } from './device-counts-routes.ts'

/** What this server offers beyond the specification's calls. */
const features = ['idempotency', 'etag', 'changes', 'images', 'batch', 'events', 'counts', 'calendar-feed', 'survey']

const mostChanges = 500

const changesQuerySchema = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(2000, 'cursor is too long.')), ''),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.digits('limit must be a whole number.'),
      v.transform(Number),
      v.minValue(1, 'limit must be at least 1.'),
      v.maxValue(mostChanges, `limit must be at most ${mostChanges}.`),
    ),
    String(mostChanges),
  ),
})

export function syncRoutes(server: Server, services: Services): void {
  deviceCountsRoutes(server, services)

  server.get(
    '/sync/',
    {
      config: { access: 'public' },
      schema: described('sync', 'What this server offers beyond the plain calls', { 200: serverDescriptionSchema }),
    },
    async () => ({
      features,
      epoch: await readSetting(services.database.db, 'epoch'),
      key_retention_days: keyRetentionDays,
      minimum_version: oldestProgram,
    }),
  )

  server.get(
    '/sync/changes/',
    {
      schema: {
        querystring: changesQuerySchema,
        ...described('sync', 'What has changed since a cursor', {
          200: changePageSchema,
          410: 'The cursor cannot be continued: start without one',
        }),
      },
    },
    async (request, reply) => sendOutcome(reply, await changesSince(services, agentIdOf(request), request.query)),
  )
}

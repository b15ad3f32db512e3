import * as v from 'valibot'
import { serverDescriptionSchema, minApiVersion } from '#core/contract/sync-protocol.ts'
import { isSameHistory, keysKeptSince } from '#server/database/known-history-query.ts'
import { keyRetentionDays } from '#server/housekeeping.ts'
import { described, jsonAnswer } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import type { Services } from '#server/services.ts'
import { changesSince } from './changes-service.ts'
import { readKnownHistory } from './cursor.ts'
import { schemaOfChanges } from './described-changes.ts'
import { knownKeysRoutes } from './known-keys-routes.ts'

const features = ['idempotency', 'etag', 'changes', 'images', 'batch', 'events', 'known', 'calendar-feed', 'survey']

const maxChanges = 500

const cursorSchema = v.optional(v.pipe(v.string(), v.maxLength(2000, 'cursor is too long.')), '')

const changesQuerySchema = v.object({
  cursor: cursorSchema,
  limit: v.optional(
    v.pipe(
      v.string(),
      v.digits('limit must be a whole number.'),
      v.transform(Number),
      v.minValue(1, 'limit must be at least 1.'),
      v.maxValue(maxChanges, `limit must be at most ${maxChanges}.`),
    ),
    String(maxChanges),
  ),
})

const describedServerSchema = v.object({ ...serverDescriptionSchema.entries, epoch: v.string() })

export function syncRoutes(server: Server, services: Services): void {
  knownKeysRoutes(server, services)

  server.get(
    '/sync/',
    {
      config: { access: 'public' },
      schema: {
        querystring: v.object({ cursor: cursorSchema }),
        ...described(
          'sync',
          'Retrieve the extensions that this server offers, and whether its history matches the cursor',
          {
            200: jsonAnswer('The extensions and their limits', describedServerSchema),
          },
        ),
      },
    },
    async (request) => ({
      features,
      ...(await historyOf(services, request.query.cursor)),
      key_retention_days: keyRetentionDays,
      minimum_version: minApiVersion,
      // Without `epoch`, older clients, which have no history tokens, would take this server for a plain one and never be updated.
      epoch: 'marks',
    }),
  )

  server.get(
    '/sync/changes/',
    {
      schema: {
        querystring: changesQuerySchema,
        ...described('sync', 'List changes since a cursor', {
          200: jsonAnswer('A page of changes. Send `cursor` to get the next one', schemaOfChanges()),
          410: 'The cursor is invalid or has expired. Start again without one',
        }),
      },
    },
    async (request, reply) => sendOutcome(reply, await changesSince(services, agentIdOf(request), request.query)),
  )
}

async function historyOf({ database: { db } }: Services, text: string) {
  if (text === '') return { history: 'same' as const }
  const known = readKnownHistory(text)
  const isSame = known !== null && (known.agentId === null || (await isSameHistory(db, known.agentId, known.history)))
  // Since when idempotency keys are stored: a device cannot conclude anything from a missing older key.
  const keptKeys = await keysKeptSince(db, known?.agentId ?? null, keyRetentionDays)
  return { history: isSame ? ('same' as const) : ('changed' as const), ...keptKeys }
}

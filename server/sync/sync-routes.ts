import * as v from 'valibot'
import {
  knownKeysAnswerSchema,
  knownKeysSchema,
  minApiVersion,
  serverDescriptionSchema,
} from '#core/contract/sync-protocol.ts'
import { entityNames, isInFeed, type EntityName } from '#core/kinds/all-kinds.ts'
import { schemaOfJson } from '#server/database/json-text.ts'
import { isSameHistory, readKeyRetention } from '#server/database/known-history-query.ts'
import { keyRetentionDays } from '#server/housekeeping.ts'
import { described, jsonAnswer } from '#server/http/description/described.ts'
import { schemaOfInput } from '#server/http/description/json-schemas.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { agentIdOf } from '#server/http/write-of.ts'
import { availableListingSchema } from '#server/listings/available-listing-record.ts'
import { propertyRecordJson } from '#server/properties/property-record.ts'
import { ownKinds } from '#server/records/own-kinds.ts'
import type { Services } from '#server/services.ts'
import { changesSince } from './changes-service.ts'
import { readKnownHistory } from './cursor.ts'
import { findUnknownKeys, markRecordsDeleted } from './known-keys-repository.ts'

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
  // `agentId` is null until the device has read the feed. Then there is no position to compare.
  const isSame = known !== null && (known.agentId === null || (await isSameHistory(db, known.agentId, known.history)))
  // Since when idempotency keys are stored: a device cannot conclude anything from a missing older key.
  const keyRetention = await readKeyRetention(db, known?.agentId ?? null, keyRetentionDays)
  return { history: isSame ? ('same' as const) : ('changed' as const), ...keyRetention }
}

function knownKeysRoutes(server: Server, { database }: Services): void {
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

function schemaOfChanges() {
  const changes = entityNames.filter(isInFeed).map(schemaOfChange)
  const page = {
    changes: { type: 'array', items: { anyOf: changes } },
    ...objectOf({ cursor: v.string(), has_more: v.boolean() }),
  }
  return { type: 'object', properties: page, required: Object.keys(page) }
}

function schemaOfChange(entity: EntityName): object {
  const change = {
    ...objectOf({ entity: v.literal(entity), id: v.number(), version: v.number(), deleted: v.boolean() }),
    record: { anyOf: [schemaOfRecord(entity), { type: 'null' }] },
  }
  return { type: 'object', properties: change, required: Object.keys(change) }
}

function objectOf(entries: v.ObjectEntries): object {
  return schemaOfInput(v.object(entries))['properties'] as object
}

function schemaOfRecord(entity: EntityName): object {
  // The schema is the same for every agent id.
  if (entity === 'property') return schemaOfJson(propertyRecordJson(0))
  if (entity === 'available_listing') return schemaOfInput(availableListingSchema)
  return schemaOfJson(ownKinds[entity].record)
}

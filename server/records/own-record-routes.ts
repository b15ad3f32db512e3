import type { GenericSchema } from 'valibot'
import * as v from 'valibot'
import { serverId } from '#core/contract/fields.ts'
import { schemaOfJson } from '#server/database/json-text.ts'
import {
  keyDeletedAnswer,
  described,
  describedWrite,
  pageAnswers,
  recordAnswer,
  deletedAnswer,
} from '#server/http/description/described.ts'
import type { PageCache, Server } from '#server/http/fastify-types.ts'
import { sendUnlessNotModified } from '#server/http/if-none-match.ts'
import { answered, sendOutcome } from '#server/http/outcome.ts'
import { textOfPage } from '#server/http/pages/pages.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import { ownsListing } from '#server/listings/owns-listing.ts'
import { notFound, RefusedRequest } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import type { OwnRecord, OwnKind, StandardKind } from './own-kind.ts'
import { listOwn } from './own-lists.ts'
import { addOwn, changeOwn, findOwn, removeOwn } from './own-records.ts'

export function ownRecordRoutes(server: Server, services: Services, kind: StandardKind): void {
  ownReadingRoutes(server, services, kind)
  ownWritingRoutes(server, services, kind)
  ownRemovalRoute(server, services, kind)
}

export function ownReadingRoutes(server: Server, { database: { db } }: Services, kind: OwnKind): void {
  const { tag, one, many, list } = kind.words
  // The cache notices only changes of the agent's own records, so pages that show data of other agents are not cached.
  const send = kind.list.showsOtherAgentsData === true ? sendUncached : server.pageCache.send
  server.get(
    kind.path,
    {
      schema: {
        ...parentParams(kind),
        querystring: kind.list.query,
        ...described(tag, list, pageAnswers(`A page of ${many}`, schemaOfJson(kind.record))),
      },
    },
    (request, reply) =>
      send(request, reply, async () => {
        const agentId = agentIdOf(request)
        const [listing] = idsIn(request.params)
        if (listing !== undefined && !(await ownsListing(db, agentId, listing))) throw new RefusedRequest(notFound())
        return textOfPage(request, await listOwn(db, kind, agentId, listing, request.query))
      }),
  )

  server.get(
    addressOf(kind),
    {
      schema: {
        params: paramsOf(kind),
        ...described(tag, `Retrieve ${one}`, { 200: recordAnswer(`The ${withoutArticle(one)}`, kind.record) }),
      },
    },
    async (request, reply) => {
      const record = await findOwn(db, kind, agentIdOf(request), idsIn(request.params))
      return sendOutcome(reply, record === undefined ? notFound() : answered(record))
    },
  )
}

function ownWritingRoutes(server: Server, { database }: Services, kind: StandardKind): void {
  const { tag, one, createSuffix = '', existingAnswer } = kind.words
  const answers = {
    ...(existingAnswer === undefined ? {} : { 200: recordAnswer(existingAnswer, kind.record) }),
    201: recordAnswer(`The new ${withoutArticle(one)}`, kind.record),
    ...keyDeletedAnswer,
  }
  server.post(
    kind.path,
    {
      config: kind.answerToVisitors === undefined ? {} : { allowsKiosk: true },
      schema: {
        ...parentParams(kind),
        body: kind.schema,
        ...describedWrite(tag, `Create ${one}${createSuffix}`, answers),
      },
    },
    async (request, reply) => {
      const write = writeOf(request, request.body)
      const outcome = await addOwn(database, write, kind, idsIn(request.params), request.body)
      // A visitor at a kiosk must not see more of an existing record (200) than the visitor sent.
      if (outcome.status !== 200 || request.agent?.isKiosk !== true) return sendOutcome(reply, outcome)
      return sendOutcome(reply, { ...outcome, body: kind.answerToVisitors?.(outcome.body as OwnRecord, request.body) })
    },
  )

  if (kind.changes === undefined) return
  for (const { method, body, summary } of [
    { method: 'PATCH', body: kind.changes, summary: `Update some fields of ${one}` },
    { method: 'PUT', body: wholeSchema(kind), summary: `Update all fields of ${one}` },
  ] as const) {
    server.route({
      method,
      url: addressOf(kind),
      schema: {
        params: paramsOf(kind),
        body,
        ...describedWrite(tag, summary, { 200: recordAnswer(`The ${withoutArticle(one)}`, kind.record) }),
      },
      handler: async (request, reply) => {
        const write = writeOf(request, request.body)
        return sendOutcome(reply, await changeOwn(database, write, kind, idsIn(request.params), request.body))
      },
    })
  }
}

/** A PUT leaves omitted extension fields unchanged, for clients that know only the specification. */
function wholeSchema({ schema, extensions = [] }: StandardKind): GenericSchema<unknown, object> {
  const [object, ...rules] = (schema as unknown as { pipe?: [WithEntries, ...unknown[]] }).pipe ?? [
    schema as unknown as WithEntries,
  ]
  const entries = { ...object.entries }
  for (const name of extensions) entries[name] = v.optional(entries[name]!)
  return v.pipe(v.object(entries), ...(rules as []))
}

type WithEntries = { entries: v.ObjectEntries }

export function ownRemovalRoute(server: Server, { database }: Services, kind: OwnKind): void {
  const { tag, one } = kind.words
  const answers = { 204: deletedAnswer(kind.deletedWithRecord !== undefined) }
  server.delete(
    addressOf(kind),
    { schema: { params: paramsOf(kind), ...describedWrite(tag, `Delete ${one}`, answers) } },
    async (request, reply) =>
      sendOutcome(reply, await removeOwn(database, writeOf(request), kind, idsIn(request.params))),
  )
}

const sendUncached: PageCache['send'] = async (request, reply, make) =>
  sendUnlessNotModified(request, reply, await make())

function addressOf(kind: OwnKind): string {
  return `${kind.path}:${kind.idName ?? 'id'}/`
}

function paramsOf({ idName }: OwnKind) {
  return v.object({ id: serverId, ...(idName === undefined ? {} : { [idName]: serverId }) })
}

/** A kind with an `idName` is nested under a listing, whose id is the `:id` of the path. */
function parentParams({ idName }: OwnKind) {
  return idName === undefined ? {} : { params: v.object({ id: serverId }) }
}

/** Returns the ids in the path, in this order: the listing's, if the kind is nested; the record's, if the path has one. */
function idsIn(params: unknown): number[] {
  return Object.values(params as Record<string, number>)
}

function withoutArticle(one: string): string {
  return one.replace(/^an? /, '')
}

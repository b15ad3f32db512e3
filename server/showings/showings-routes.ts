import * as v from 'valibot'
import { serverId } from '#core/contract/fields.ts'
import { newShowingSchema, showingChangesSchema } from '#core/contract/showing.ts'
import { described } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { answered, sendOutcome } from '#server/http/outcome.ts'
import { pageOfList } from '#server/http/paging.ts'
import { recordParams } from '#server/http/record-params.ts'
import { wholeListQuerySchema } from '#server/http/whole-list-query.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import { ownsListing } from '#server/listings/listings-repository.ts'
import { notFound, RefusedRequest } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { countShowings, findShowing, listShowings } from './showings-repository.ts'
import { addShowing, changeShowing, removeShowing } from './showings-service.ts'

const showingParams = v.object({ id: serverId, showing_id: serverId })

export function showingsRoutes(server: Server, { database }: Services): void {
  server.get(
    '/listings/:id/showings/',
    {
      schema: {
        params: recordParams,
        querystring: wholeListQuerySchema,
        ...described('showings', 'The showings of a listing, the earliest first', { 200: 'A page of showings' }),
      },
    },
    async (request) => {
      const { id } = request.params
      const agentId = agentIdOf(request)
      if (!(await ownsListing(database.db, agentId, id))) throw new RefusedRequest(notFound())
      const results = await listShowings(database.db, agentId, id, request.query)
      return pageOfList(request, results, () => countShowings(database.db, agentId, id))
    },
  )

  server.post(
    '/listings/:id/showings/',
    {
      schema: {
        params: recordParams,
        body: newShowingSchema,
        ...described('showings', 'Add a showing to a listing', { 201: 'The new showing' }),
      },
    },
    async (request, reply) =>
      sendOutcome(reply, await addShowing(database, writeOf(request, request.body), request.params.id, request.body)),
  )

  server.get(
    '/listings/:id/showings/:showing_id/',
    { schema: { params: showingParams, ...described('showings', 'One showing', { 200: 'The showing' }) } },
    async (request, reply) => {
      const { id, showing_id } = request.params
      const showing = await findShowing(database.db, agentIdOf(request), id, showing_id)
      return sendOutcome(reply, showing === undefined ? notFound() : answered(showing))
    },
  )

  for (const { method, body, summary } of [
    { method: 'PATCH', body: showingChangesSchema, summary: 'Change some fields of a showing' },
    { method: 'PUT', body: newShowingSchema, summary: 'Change a showing as a whole' },
  ] as const) {
    server.route({
      method,
      url: '/listings/:id/showings/:showing_id/',
      schema: { params: showingParams, body, ...described('showings', summary, { 200: 'The showing' }) },
      handler: async (request, reply) => {
        const { id, showing_id } = request.params
        const write = writeOf(request, request.body)
        return sendOutcome(reply, await changeShowing(database, write, id, showing_id, request.body))
      },
    })
  }

  server.delete(
    '/listings/:id/showings/:showing_id/',
    { schema: { params: showingParams, ...described('showings', 'Delete a showing', { 204: 'It is gone' }) } },
    async (request, reply) => {
      const { id, showing_id } = request.params
      return sendOutcome(reply, await removeShowing(database, writeOf(request), id, showing_id))
    },
  )
}

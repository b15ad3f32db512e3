import * as v from 'valibot'
import { serverId } from '#core/contract/fields.ts'
import { newOpenHouseVisitSchema, openHouseVisitChangesSchema } from '#core/contract/open-house-visit.ts'
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
import { countVisits, findVisit, listVisits } from './open-house-visits-repository.ts'
import { addVisit, changeVisit, removeVisit } from './open-house-visits-service.ts'

const visitParams = v.object({ id: serverId, visit_id: serverId })

export function openHouseVisitsRoutes(server: Server, { database }: Services): void {
  server.get(
    '/listings/:id/open-house-visits/',
    {
      schema: {
        params: recordParams,
        querystring: wholeListQuerySchema,
        ...described('open house visits', 'The visitors of a listing’s open houses', { 200: 'A page of visitors' }),
      },
    },
    async (request) => {
      const { id } = request.params
      const agentId = agentIdOf(request)
      if (!(await ownsListing(database.db, agentId, id))) throw new RefusedRequest(notFound())
      const results = await listVisits(database.db, agentId, id, request.query)
      return pageOfList(request, results, () => countVisits(database.db, agentId, { listingId: id }))
    },
  )

  server.post(
    '/listings/:id/open-house-visits/',
    {
      schema: {
        params: recordParams,
        body: newOpenHouseVisitSchema,
        ...described('open house visits', 'Add a visitor to an open house', {
          200: 'Who had signed in already',
          201: 'The new visitor',
        }),
      },
    },
    async (request, reply) =>
      sendOutcome(reply, await addVisit(database, writeOf(request, request.body), request.params.id, request.body)),
  )

  server.get(
    '/listings/:id/open-house-visits/:visit_id/',
    { schema: { params: visitParams, ...described('open house visits', 'One visitor', { 200: 'The visitor' }) } },
    async (request, reply) => {
      const { id, visit_id } = request.params
      const visit = await findVisit(database.db, agentIdOf(request), id, visit_id)
      return sendOutcome(reply, visit === undefined ? notFound() : answered(visit))
    },
  )

  for (const { method, body, summary } of [
    { method: 'PATCH', body: openHouseVisitChangesSchema, summary: 'Change some fields of a visitor' },
    { method: 'PUT', body: newOpenHouseVisitSchema, summary: 'Change a visitor as a whole' },
  ] as const) {
    server.route({
      method,
      url: '/listings/:id/open-house-visits/:visit_id/',
      schema: { params: visitParams, body, ...described('open house visits', summary, { 200: 'The visitor' }) },
      handler: async (request, reply) => {
        const { id, visit_id } = request.params
        const write = writeOf(request, request.body)
        return sendOutcome(reply, await changeVisit(database, write, id, visit_id, request.body))
      },
    })
  }

  server.delete(
    '/listings/:id/open-house-visits/:visit_id/',
    { schema: { params: visitParams, ...described('open house visits', 'Delete a visitor', { 204: 'It is gone' }) } },
    async (request, reply) => {
      const { id, visit_id } = request.params
      return sendOutcome(reply, await removeVisit(database, writeOf(request), id, visit_id))
    },
  )
}

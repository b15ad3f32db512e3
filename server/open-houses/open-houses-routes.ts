import * as v from 'valibot'
import { serverId } from '#core/contract/fields.ts'
import { newOpenHouseSchema, openHouseChangesSchema } from '#core/contract/open-house.ts'
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
import { countOpenHouses, findOpenHouse, listOpenHouses } from './open-houses-repository.ts'
import { addOpenHouse, changeOpenHouse, removeOpenHouse } from './open-houses-service.ts'

const openHouseParams = v.object({ id: serverId, open_house_id: serverId })

export function openHousesRoutes(server: Server, { database }: Services): void {
  server.get(
    '/listings/:id/open-houses/',
    {
      schema: {
        params: recordParams,
        querystring: wholeListQuerySchema,
        ...described('open houses', 'The open houses of a listing, the earliest first', {
          200: 'A page of open houses',
        }),
      },
    },
    async (request) => {
      const { id } = request.params
      const agentId = agentIdOf(request)
      if (!(await ownsListing(database.db, agentId, id))) throw new RefusedRequest(notFound())
      const results = await listOpenHouses(database.db, agentId, id, request.query)
      return pageOfList(request, results, () => countOpenHouses(database.db, agentId, id))
    },
  )

  server.post(
    '/listings/:id/open-houses/',
    {
      schema: {
        params: recordParams,
        body: newOpenHouseSchema,
        ...described('open houses', 'Add an open house to a listing', { 201: 'The new open house' }),
      },
    },
    async (request, reply) =>
      sendOutcome(reply, await addOpenHouse(database, writeOf(request, request.body), request.params.id, request.body)),
  )

  server.get(
    '/listings/:id/open-houses/:open_house_id/',
    { schema: { params: openHouseParams, ...described('open houses', 'One open house', { 200: 'The open house' }) } },
    async (request, reply) => {
      const { id, open_house_id } = request.params
      const openHouse = await findOpenHouse(database.db, agentIdOf(request), id, open_house_id)
      return sendOutcome(reply, openHouse === undefined ? notFound() : answered(openHouse))
    },
  )

  for (const { method, body, summary } of [
    { method: 'PATCH', body: openHouseChangesSchema, summary: 'Change some fields of an open house' },
    { method: 'PUT', body: newOpenHouseSchema, summary: 'Change an open house as a whole' },
  ] as const) {
    server.route({
      method,
      url: '/listings/:id/open-houses/:open_house_id/',
      schema: { params: openHouseParams, body, ...described('open houses', summary, { 200: 'The open house' }) },
      handler: async (request, reply) => {
        const { id, open_house_id } = request.params
        const write = writeOf(request, request.body)
        return sendOutcome(reply, await changeOpenHouse(database, write, id, open_house_id, request.body))
      },
    })
  }

  server.delete(
    '/listings/:id/open-houses/:open_house_id/',
    {
      schema: {
        params: openHouseParams,
        ...described('open houses', 'Delete an open house with its visitors', {
          204: 'It is gone; `X-Deleted-Children` says what went with it',
        }),
      },
    },
    async (request, reply) => {
      const { id, open_house_id } = request.params
      return sendOutcome(reply, await removeOpenHouse(database, writeOf(request), id, open_house_id))
    },
  )
}

import {
  newTourSchema,
  tourChangesSchema,
  wholeTourSchema,
  availabilityPreviewSchema,
  availabilityRequestSchema,
  routePreviewSchema,
  routeRequestSchema,
} from '#core/contract/tour.ts'
import {
  keyDeletedAnswer,
  described,
  describedWrite,
  jsonAnswer,
  recordAnswer,
} from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { recordParams } from '#server/http/record-params.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import { ownReadingRoutes, ownRemovalRoute } from '#server/records/own-record-routes.ts'
import type { Services } from '#server/services.ts'
import { previewAvailability, previewRoute } from './tour-previews-service.ts'
import { addTour, changeTour } from './tours-service.ts'
import { tours } from './tours.ts'

export function toursRoutes(server: Server, services: Services): void {
  ownReadingRoutes(server, services, tours)
  previewRoutes(server, services)
  writingRoutes(server, services)
  ownRemovalRoute(server, services, tours)
}

/** These POST requests change nothing, so a read-only API token may send them. */
function previewRoutes(server: Server, services: Services): void {
  server.post(
    '/tours/tours/availability-preview/',
    {
      config: { changesNothing: true },
      schema: {
        body: availabilityRequestSchema,
        ...described('tours', 'Preview the agent’s free time on a day', {
          200: jsonAnswer('The free slots', availabilityPreviewSchema),
        }),
      },
    },
    (request) => previewAvailability(services, agentIdOf(request), request.body),
  )

  server.post(
    '/tours/tours/route-optimization-preview/',
    {
      config: { changesNothing: true },
      schema: {
        body: routeRequestSchema,
        ...described('tours', 'Preview the order of stops that the planner would choose', {
          200: jsonAnswer('The order, its distance and its efficiency', routePreviewSchema),
        }),
      },
    },
    (request) => previewRoute(services, agentIdOf(request), request.body),
  )
}

function writingRoutes(server: Server, services: Services): void {
  for (const { path, planning, summary } of [
    { path: 'auto-create', planning: 'given', summary: 'Create a tour with stops in the given order' },
    { path: 'intelligent-create', planning: 'best', summary: 'Create a tour with stops in the best order' },
  ] as const) {
    server.post(
      `/tours/tours/${path}/`,
      {
        schema: {
          body: newTourSchema,
          ...describedWrite('tours', summary, {
            201: recordAnswer('The new tour', tours.record),
            ...keyDeletedAnswer,
          }),
        },
      },
      async (request, reply) =>
        sendOutcome(reply, await addTour(services, writeOf(request, request.body), request.body, planning)),
    )
  }

  for (const { method, body, summary } of [
    { method: 'PATCH', body: tourChangesSchema, summary: 'Update some fields of a tour' },
    { method: 'PUT', body: wholeTourSchema, summary: 'Update all fields of a tour' },
  ] as const) {
    server.route({
      method,
      url: '/tours/tours/:id/',
      schema: {
        params: recordParams,
        body,
        ...describedWrite('tours', summary, { 200: recordAnswer('The tour', tours.record) }),
      },
      handler: async (request, reply) => {
        const write = writeOf(request, request.body)
        return sendOutcome(reply, await changeTour(services, write, request.params.id, request.body))
      },
    })
  }
}

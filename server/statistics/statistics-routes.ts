import * as v from 'valibot'
import { exposureBodySchema, exposureFigureSchema } from '#core/contract/exposure.ts'
import { plainDate } from '#core/contract/fields.ts'
import { dateOfInstant } from '#core/domain/wall-clock.ts'
import { described, describedWrite, jsonAnswer } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { recordParams } from '#server/http/record-params.ts'
import { parseFields } from '#server/http/validation.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import type { Services } from '#server/services.ts'
import { listingDashboardSchema } from './described-dashboard.ts'
import { addExposure } from './exposure-service.ts'
import { listingDashboard } from './listing-dashboard-service.ts'

const dashboardQuerySchema = v.object({
  // The agent's own date: it may be tomorrow already where the server stands.
  today: v.optional(v.union([v.literal(''), plainDate], 'Enter a date.'), ''),
})

const figureSchema = v.object({ listing: v.number(), ...exposureFigureSchema.entries })
/** One figure, or the list of them. */
const keptSchema = v.union([figureSchema, v.object({ results: v.array(figureSchema) })])

export function statisticsRoutes(server: Server, { database }: Services): void {
  server.get(
    '/listings/:id/dashboard/',
    {
      schema: {
        params: recordParams,
        querystring: dashboardQuerySchema,
        ...described('statistics', 'The past week of a listing', {
          200: jsonAnswer('Period, counts and exposure by platform', listingDashboardSchema),
        }),
      },
    },
    (request) => {
      const today = request.query.today || dateOfInstant(Date.now())
      return listingDashboard(database, agentIdOf(request), request.params.id, today)
    },
  )

  server.post(
    '/listings/:id/exposure/',
    {
      config: { body: v.union([exposureFigureSchema, v.array(exposureFigureSchema)]) },
      schema: {
        params: recordParams,
        ...describedWrite('statistics', 'Keep how often a listing was seen, one figure or a list of them', {
          201: jsonAnswer('What was kept; a later figure of the same platform and day takes its place', keptSchema),
        }),
      },
    },
    async (request, reply) => {
      const figures = parseFields(exposureBodySchema, request.body)
      const write = writeOf(request, figures)
      return sendOutcome(reply, await addExposure(database, write, request.params.id, figures))
    },
  )
}

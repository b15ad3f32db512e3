import * as v from 'valibot'
import { exposureBodySchema, exposureFigureSchema } from '#core/contract/exposure.ts'
import { plainDate } from '#core/contract/fields.ts'
import { dateOfInstant } from '#core/domain/wall-clock.ts'
import { described } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { recordParams } from '#server/http/record-params.ts'
import { parseFields } from '#server/http/validation.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import type { Services } from '#server/services.ts'
import { addExposure } from './exposure-service.ts'
import { listingDashboard } from './listing-dashboard-service.ts'

const dashboardQuerySchema = v.object({
  // The agent's own date: it may be tomorrow already where the server stands.
  today: v.optional(v.union([v.literal(''), plainDate], 'Enter a date.'), ''),
})

export function statisticsRoutes(server: Server, { database }: Services): void {
  server.get(
    '/listings/:id/dashboard/',
    {
      schema: {
        params: recordParams,
        querystring: dashboardQuerySchema,
        ...described('statistics', 'The past week of a listing', { 200: 'Period, counts and exposure by platform' }),
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
      // One figure, as described, or a list of them.
      config: { form: { fields: exposureFigureSchema, files: [] } },
      schema: {
        params: recordParams,
        ...described('statistics', 'Keep how often a listing was seen, one figure or a list of them', {
          201: 'What was kept; a later figure of the same platform and day takes its place',
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

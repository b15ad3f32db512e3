import * as v from 'valibot'
import {
  answeredFigureSchema,
  exposureBodySchema,
  exposureFigureSchema,
  exposureQuerySchema,
  keptFigureSchema,
} from '#core/contract/exposure.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { described, describedWrite, jsonAnswer, pageAnswers } from '#server/http/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendUnlessKnown } from '#server/http/if-none-match.ts'
import { schemaOfInput } from '#server/http/json-schemas.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { recordParams } from '#server/http/record-params.ts'
import { todayQuerySchema } from '#server/http/today-query.ts'
import { parseFields } from '#server/http/validation.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import type { Services } from '#server/services.ts'
import { listingDashboardSchema } from './described-dashboard.ts'
import { addExposure, readExposureOf } from './exposure-service.ts'
import { listingDashboard } from './listing-dashboard-service.ts'

/** One figure, or the list of them. */
const keptSchema = v.union([answeredFigureSchema, v.object({ results: v.array(answeredFigureSchema) })])

export function statisticsRoutes(server: Server, { database }: Services): void {
  server.get(
    '/listings/:id/dashboard/',
    {
      schema: {
        params: recordParams,
        querystring: todayQuerySchema,
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

  server.get(
    '/listings/:id/exposure/',
    {
      schema: {
        params: recordParams,
        querystring: exposureQuerySchema,
        ...described(
          'statistics',
          'How often a listing was seen, from one day to another, the earliest first',
          pageAnswers('A page of figures, one for each day and platform', schemaOfInput(keptFigureSchema)),
        ),
      },
    },
    async (request, reply) => {
      const page = await readExposureOf(database, agentIdOf(request), request.params.id, request)
      return sendUnlessKnown(request, reply, JSON.stringify(page))
    },
  )

  server.post(
    '/listings/:id/exposure/',
    {
      config: { body: v.union([exposureFigureSchema, v.array(exposureFigureSchema)]) },
      schema: {
        params: recordParams,
        ...describedWrite('statistics', 'Keep how often a listing was seen, one figure or a list of them', {
          201: jsonAnswer(
            'What is kept now, and what was `before`; a later figure of the same platform and day takes its place, and what it leaves out stays',
            keptSchema,
          ),
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

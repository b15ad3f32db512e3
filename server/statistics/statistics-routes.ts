import * as v from 'valibot'
import {
  answeredFigureSchema,
  exposureBodySchema,
  exposureFigureSchema,
  exposureQuerySchema,
  storedFigureSchema,
} from '#core/contract/exposure.ts'
import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { described, describedWrite, jsonAnswer, pageAnswers } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendUnlessNotModified } from '#server/http/if-none-match.ts'
import { schemaOfInput } from '#server/http/description/json-schemas.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { recordParams } from '#server/http/record-params.ts'
import { todayQuerySchema } from '#server/http/today-query.ts'
import { parseFields } from '#server/http/validation.ts'
import { agentIdOf, writeOf } from '#server/http/write-of.ts'
import type { Services } from '#server/services.ts'
import { addExposure, readExposureOf } from './exposure-service.ts'
import { listingDashboard } from './listing-dashboard-service.ts'

const storedFiguresSchema = v.union([answeredFigureSchema, v.object({ results: v.array(answeredFigureSchema) })])

export function statisticsRoutes(server: Server, { database }: Services): void {
  server.get(
    '/listings/:id/dashboard/',
    {
      schema: {
        params: recordParams,
        querystring: todayQuerySchema,
        ...described('statistics', 'Retrieve the statistics of a listing for the past week', {
          200: jsonAnswer('Period, counts, and exposure by platform', listingDashboardSchema),
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
          'List the exposure figures of a listing (views, likes and saves per day and platform), earliest first',
          pageAnswers('A page of figures', schemaOfInput(storedFigureSchema)),
        ),
      },
    },
    async (request, reply) => {
      const page = await readExposureOf(database, agentIdOf(request), request.params.id, request)
      return sendUnlessNotModified(request, reply, JSON.stringify(page))
    },
  )

  server.post(
    '/listings/:id/exposure/',
    {
      // For the API description only; the handler parses the body.
      config: { body: v.union([exposureFigureSchema, v.array(exposureFigureSchema)]) },
      schema: {
        params: recordParams,
        ...describedWrite(
          'statistics',
          'Record exposure figures of a listing. A figure replaces the one of the same platform and day; fields left out keep their values',
          {
            201: jsonAnswer('The stored figures, each with the previous values in `before`', storedFiguresSchema),
          },
        ),
      },
    },
    async (request, reply) => {
      const figures = parseFields(exposureBodySchema, request.body)
      const write = writeOf(request, figures)
      return sendOutcome(reply, await addExposure(database, write, request.params.id, figures))
    },
  )
}

const counts = v.array(v.number())
const flags = v.array(v.boolean())

const week = {
  period: v.object({ start_date: v.string(), end_date: v.string() }),
  statistics: v.object({
    showings_count: v.number(),
    open_houses_count: v.number(),
    visitors_count: v.number(),
    exposure_stats: v.object({
      platforms: v.array(v.string()),
      daily_data: v.record(
        v.string(),
        v.object({
          dates: v.array(v.string()),
          views: counts,
          likes: counts,
          saves: counts,
          recorded: v.object({ views: flags, likes: flags, saves: flags }),
        }),
      ),
    }),
  }),
}

/** The schema of a dashboard, for the API description; `ListingDashboard` explains the fields. */
const listingDashboardSchema = v.object({
  ...week,
  listing_address: v.string(),
  previous: v.object(week),
  listing_price: v.number(),
  version: v.number(),
  as_of: v.string(),
  price_changes: v.array(v.object({ at: v.string(), from: v.number(), to: v.number() })),
}) satisfies v.GenericSchema<ListingDashboard>

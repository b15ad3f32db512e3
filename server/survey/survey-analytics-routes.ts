import * as v from 'valibot'
import { surveyAnalyticsQuerySchema, surveyAnalyticsSchema } from '#core/contract/survey.ts'
import { questionCsv } from '#core/survey/analytics-csv.ts'
import { described, fileAnswer, jsonAnswer, downloadHeaders } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { notFound, RefusedRequest } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { type SurveyResultFilters, questionAnalytics, surveyAnalytics } from './survey-analytics-service.ts'

const questionParams = v.object({ question_id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)) })

/** Routes for all signed-in agents. No response contains a respondent's email. */
export function surveyAnalyticsRoutes(server: Server, { database }: Services): void {
  server.get(
    '/questionnaire/analytics/',
    {
      schema: {
        querystring: surveyAnalyticsQuerySchema,
        ...described('survey', 'Retrieve survey results, filtered by days, version and answers', {
          200: jsonAnswer('Totals and results by question', surveyAnalyticsSchema),
        }),
      },
    },
    (request) => surveyAnalytics(database, filtersOf(request.query)),
  )

  server.get(
    '/questionnaire/analytics/:question_id/csv/',
    {
      schema: {
        params: questionParams,
        querystring: surveyAnalyticsQuerySchema,
        ...described('survey', 'Download the results of one question, including all open-ended answers', {
          200: fileAnswer('The results as a CSV file', 'text/csv', downloadHeaders),
          404: 'No such question',
        }),
      },
    },
    async (request, reply) => {
      const { question_id } = request.params
      const question = await questionAnalytics(database, question_id, filtersOf(request.query))
      if (question === undefined) throw new RefusedRequest(notFound())
      return reply
        .header('content-disposition', `attachment; filename="${question_id}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(questionCsv(question))
    },
  )
}

function filtersOf(query: v.InferOutput<typeof surveyAnalyticsQuerySchema>): SurveyResultFilters {
  return {
    start: query.start_date || null,
    end: query.end_date || null,
    version: query.version === '' ? null : Number(query.version),
    answers: query.answer.map((answer) => {
      const end = answer.indexOf(':')
      return { question_id: answer.slice(0, end), value: answer.slice(end + 1) }
    }),
  }
}

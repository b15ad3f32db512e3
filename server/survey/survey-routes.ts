import * as v from 'valibot'
import {
  questionSchema,
  startSurveySchema,
  submitSurveySchema,
  surveySavedSchema,
  surveyStartedSchema,
} from '#core/contract/survey.ts'
import { opIdIn } from '#core/sync/operation.ts'
import { described, describedWrite, jsonAnswer, replayHeaders } from '#server/http/description/described.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { sendOutcome } from '#server/http/outcome.ts'
import { publicWriteOf } from '#server/http/write-of.ts'
import type { Services } from '#server/services.ts'
import { parseFields } from '#server/http/validation.ts'
import { currentQuestionnaire } from './questionnaires-repository.ts'
import { startSession, submitAnswers } from './survey-sessions-service.ts'

/** High, because a tablet sends all respondents of an open house at once, and all devices of an office share one IP address. */
const perMinute = 600

const questionsSchema = v.object({ version: v.number(), results: v.array(questionSchema) })

/** Public, without a CSRF check (`forgery`). A survey session's id gives access to the survey session, so ids must not be guessable. */
export function surveyRoutes(server: Server, { database }: Services): void {
  server.get(
    '/questionnaire/questions/',
    {
      config: { access: 'public' },
      schema: described('survey', 'Retrieve the questions of the survey', {
        200: jsonAnswer('The current version and its questions', questionsSchema),
      }),
    },
    async () => {
      const { version, questions } = await currentQuestionnaire(database.db)
      return { version, results: questions }
    },
  )

  server.post(
    '/questionnaire/start/',
    {
      bodyLimit: 16 * 1024,
      config: {
        access: 'public',
        forgery: 'harmless',
        rateLimit: { max: perMinute, timeWindow: '1 minute' },
        // For the API description only; the handler parses the body.
        body: startSurveySchema,
      },
      schema: described(
        'survey',
        'Start a survey session. Retries with the same `client_key` or `Idempotency-Key` return the same session',
        {
          201: jsonAnswer('The session', surveyStartedSchema, replayHeaders),
        },
      ),
    },
    async (request, reply) => {
      // A client written for the specification alone sends no body.
      const { client_key, version, started_on } = parseFields(startSurveySchema, request.body ?? {})
      const { key } = publicWriteOf(request)
      const start = { clientKey: client_key ?? clientKeyOf(key), version, startedOn: started_on }
      return sendOutcome(reply, await startSession(database, start))
    },
  )

  server.post(
    '/questionnaire/submit/',
    {
      bodyLimit: 256 * 1024,
      config: {
        access: 'public',
        forgery: 'harmless',
        rateLimit: { max: perMinute, timeWindow: '1 minute' },
      },
      schema: {
        body: submitSurveySchema,
        ...describedWrite('survey', 'Save answers. With `is_completed`, submit them: they can no longer be changed', {
          200: jsonAnswer('The stored state of the session', surveySavedSchema),
          404: 'No such session',
          409: 'A newer save is already stored (`save_is_old`), or the survey was already submitted (`survey_completed`)',
        }),
      },
    },
    async (request, reply) => {
      const submission = request.body
      return sendOutcome(reply, await submitAnswers(database, { submission, ...publicWriteOf(request, submission) }))
    },
  )
}

/** A key gives access to its session, and two respondents could have the same shorter key by chance. */
const minKeyLength = 16

/** Returns the `client_key` in an idempotency key, which is the key without its revision; null if there is none or it is too short. */
function clientKeyOf(key: string | null): string | null {
  const name = opIdIn(key ?? '')
  return name.length < minKeyLength ? null : name
}

import {
  type Questionnaire,
  questionnaireSchema,
  type SurveyAnalytics,
  surveyAnalyticsSchema,
} from '#core/contract/survey.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'
import { type AccountAnswer, accepted, parsedBy } from './account-answer.ts'

/** The questions as the server has them now; no sign-in is needed. */
export async function readQuestionnaire(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<Questionnaire>> {
  return accepted(await client({ method: 'GET', path: 'questionnaire/questions/' }), parsedBy(questionnaireSchema))
}

/** What agents learn from the answers; `query` is of the form `?start_date=…`, or empty. */
export async function readSurveyAnalytics(
  query: string,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<SurveyAnalytics>> {
  return accepted(
    await client({ method: 'GET', path: `questionnaire/analytics/${query}` }),
    parsedBy(surveyAnalyticsSchema),
  )
}

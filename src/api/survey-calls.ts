import {
  type Questionnaire,
  questionnaireSchema,
  type SurveyAnalytics,
  surveyAnalyticsSchema,
} from '#core/contract/survey.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'
import { type AccountAnswer, toAccountAnswer, bodyParser } from './account-answer.ts'

export async function readQuestionnaire(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<Questionnaire>> {
  return toAccountAnswer(
    await client({ method: 'GET', path: 'questionnaire/questions/' }),
    bodyParser(questionnaireSchema),
  )
}

/** `query` is '' or of the form `?start_date=…`. */
export async function readSurveyAnalytics(
  query: string,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<SurveyAnalytics>> {
  return toAccountAnswer(
    await client({ method: 'GET', path: `questionnaire/analytics/${query}` }),
    bodyParser(surveyAnalyticsSchema),
  )
}

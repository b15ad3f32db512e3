import { pageSurveyStore } from '#storage/survey/page-survey-store.ts'
import { newestQuestionnaire } from '#storage/survey/survey-store.ts'
import { fetchQuestionnaire } from './open-survey.ts'

/** Brings the questions to a device that never had any; newer ones come when the survey is opened. */
export async function questionsAhead(): Promise<void> {
  const store = await pageSurveyStore()
  if ((await newestQuestionnaire(store)) === null) await fetchQuestionnaire(store)
}

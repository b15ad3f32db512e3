import { pageSurveyStore } from '#storage/survey/page-survey-store.ts'
import { newestQuestionnaire } from '#storage/survey/survey-store.ts'
import { fetchQuestionnaire } from './open-survey.ts'

/** Fetches the questions for a device that has none; opening the survey fetches newer ones. */
export async function prefetchQuestions(): Promise<void> {
  const store = await pageSurveyStore()
  if ((await newestQuestionnaire(store)) === null) await fetchQuestionnaire(store)
}

import type { SurveyStore } from '#storage/survey/survey-store.ts'
import type { SurveyAtHand } from './open-survey.ts'

/** As long as a request may take. */
const patienceMs = 30_000
const lookEveryMs = 200

/**
 * Where nothing outlives the page, a survey is submitted when the server has it. False when it has not said so in time;
 * the respondent is open again then, to be submitted once more.
 */
export async function untilConfirmed({ store }: SurveyAtHand, key: string): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += lookEveryMs) {
    const respondent = await store.respondent(key)
    if (respondent === undefined) return true
    if (respondent.refusal !== null || respondent.failures > 1) break
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  return reopened(store, key)
}

async function reopened(store: SurveyStore, key: string): Promise<boolean> {
  await store.change(key, (respondent) => ({ ...respondent, state: 'open', refusal: null, failures: 0, nextAt: 0 }))
  return (await store.respondent(key)) === undefined
}

import type { Questionnaire } from '#core/contract/survey.ts'
import type { QuestionnaireCopy } from './survey-database.ts'
import type { SurveyStore } from './survey-store.ts'

/** The newest questions that this device has; null before it ever got any. */
export async function newestQuestionnaire({ database, durably }: SurveyStore): Promise<QuestionnaireCopy | null> {
  const all = await durably(() => database.questionnaires.toArray())
  return all.toSorted((one, other) => other.fetchedAt - one.fetchedAt)[0] ?? null
}

export async function questionnaireCopy(
  { database, durably }: SurveyStore,
  id: string,
): Promise<QuestionnaireCopy | null> {
  return (await durably(() => database.questionnaires.get(id))) ?? null
}

/** Keeps what the server sent, and of the older versions those that somebody still answers. */
export async function keepQuestionnaire(
  { database, durably }: SurveyStore,
  questionnaire: Questionnaire,
  now: number,
): Promise<QuestionnaireCopy> {
  const copy: QuestionnaireCopy = { ...questionnaire, id: copyId(questionnaire), fetchedAt: now }
  const { questionnaires, respondents } = database
  await durably(() =>
    database.transaction('rw', questionnaires, respondents, async () => {
      const answered = new Set((await respondents.toArray()).map((respondent) => respondent.questionnaire))
      await questionnaires.put(copy)
      await questionnaires.filter(({ id }) => id !== copy.id && !answered.has(id)).delete()
    }),
  )
  return copy
}

/** A server without versions is taken at its word: other words are another version. */
function copyId({ version, questions }: Questionnaire): string {
  return version === null ? JSON.stringify(questions) : `version ${version}`
}

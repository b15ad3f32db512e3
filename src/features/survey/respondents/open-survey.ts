import { readQuestionnaire } from '#api/survey-calls.ts'
import type { Question } from '#core/contract/survey.ts'
import { type RespondentContent, isFinishing } from '#core/sync/survey/respondent.ts'
import { pageSurveyStore } from '#storage/survey/page-survey-store.ts'
import { deleteExitWords, deleteOtherExitWords, readExitWords } from '#storage/survey/survey-exit-words.ts'
import {
  keepQuestionnaire,
  type SurveyStore,
  type QuestionnaireCopy,
  newestQuestionnaire,
  questionnaireCopy,
} from '#storage/survey/survey-store.ts'
import { systemClock } from '#storage/device/system-clock.ts'
import {
  type HeldRespondent,
  beginRespondent,
  holdOpenRespondents,
  lastSeen,
  leaveRespondent,
  reuseRespondent,
  saveChange,
} from './respondent-commands.ts'
import { type SurveySending, startSurveySending } from './survey-sending.ts'

/** A respondent with the questions they answer and what they have answered so far. */
export type OpenedRespondent = HeldRespondent & { content: RespondentContent; questions: Question[] }

export type OpenSurvey =
  | { state: 'answering'; opened: OpenedRespondent }
  /** Somebody began on this device and may be here again. */
  | { state: 'offer'; unfinished: OpenedRespondent; others: HeldRespondent[] }
  | { state: 'no-questions'; why: WhyNoQuestions }

/** The server answered with an error, could not be reached yet, or has none. */
export type WhyNoQuestions = 'failed' | 'not-here' | 'none'

/** A kiosk goes on with a visitor after a reload, unless they have been gone for so long. */
export const kioskSilenceMs = 60_000

/** What this device's survey needs, opened once for the page. */
export type SurveyAtHand = { store: SurveyStore; sending: SurveySending }

export async function surveyAtHand(): Promise<SurveyAtHand> {
  const store = await pageSurveyStore()
  return { store, sending: await startSurveySending() }
}

/** Finds who answers here now; needs the network only when this device never had the questions. */
export async function openSurvey(store: SurveyStore, isKiosk: boolean): Promise<OpenSurvey> {
  const newest = (await newestQuestionnaire(store)) ?? (await fetchQuestionnaire(store))
  if (typeof newest === 'string') return { state: 'no-questions', why: newest }
  const held = await withExitWords(store, await holdOpenRespondents(store, isKiosk), newest)
  const begun = held.filter(({ respondent }) => respondent.answered > 0)
  const empty = held.filter(({ respondent }) => respondent.answered === 0)

  const [latest, ...others] = begun
  if (latest !== undefined && (!isKiosk || systemClock.now() - lastSeen(latest.respondent) < kioskSilenceMs)) {
    await leaveAll(store, isKiosk ? [...others, ...empty] : empty)
    const opened = await withContent(store, latest, newest)
    return isKiosk ? { state: 'answering', opened } : { state: 'offer', unfinished: opened, others }
  }
  const reused = empty.find(({ respondent }) => respondent.questionnaire === newest.id)
  await leaveAll(
    store,
    held.filter((one) => one !== reused),
  )
  if (reused === undefined) return { state: 'answering', opened: await beginAnew(store, newest, isKiosk) }
  await reuseRespondent(store, reused.respondent.key)
  const respondent = (await store.respondent(reused.respondent.key)) ?? reused.respondent
  return { state: 'answering', opened: await withContent(store, { ...reused, respondent }, newest) }
}

/** Takes over the last words of pages that were left before they could save them; the latest respondent first. */
async function withExitWords(
  store: SurveyStore,
  held: readonly HeldRespondent[],
  newest: QuestionnaireCopy,
): Promise<HeldRespondent[]> {
  const current: HeldRespondent[] = []
  for (const one of held) {
    const { key, questionnaire } = one.respondent
    const words = readExitWords(key)
    if (words !== null) {
      const { questions } = (await questionnaireCopy(store, questionnaire)) ?? newest
      // As of then: a visitor of a kiosk who has been gone for long is not here again.
      await saveChange(store, key, questions, words)
      deleteExitWords(key)
    }
    current.push(words === null ? one : { ...one, respondent: (await store.respondent(key)) ?? one.respondent })
  }
  const open = (await store.respondents()).filter((respondent) => !isFinishing(respondent))
  deleteOtherExitWords(new Set(open.map(({ key }) => key)))
  return current.toSorted((one, other) => lastSeen(other.respondent) - lastSeen(one.respondent))
}

/** A new respondent answers the newest questions; the one before is sent as they are. */
export async function startOver(store: SurveyStore, before: HeldRespondent[]): Promise<OpenedRespondent | null> {
  await leaveAll(store, before)
  const newest = await newestQuestionnaire(store)
  return newest === null ? null : beginAnew(store, newest, false)
}

async function beginAnew(store: SurveyStore, copy: QuestionnaireCopy, isKiosk: boolean): Promise<OpenedRespondent> {
  return withContent(store, await beginRespondent(store, copy, isKiosk), copy)
}

async function leaveAll(store: SurveyStore, left: readonly HeldRespondent[]): Promise<void> {
  for (const { respondent, letGo } of left) {
    await leaveRespondent(store, respondent.key)
    letGo()
  }
}

async function withContent(
  store: SurveyStore,
  held: HeldRespondent,
  newest: QuestionnaireCopy,
): Promise<OpenedRespondent> {
  const { key, questionnaire } = held.respondent
  // Answers to an older version are given to that version's questions.
  const copy = questionnaire === newest.id ? newest : await questionnaireCopy(store, questionnaire)
  const whole = await store.whole(key)
  const content = whole?.content ?? { key, answers: {}, email: '', responses: [] }
  // It may have changed while this page waited for the tab that had it.
  return { ...held, respondent: whole?.respondent ?? held.respondent, content, questions: (copy ?? newest).questions }
}

/** Asks the server for the questions and keeps them, or says why there are none. */
export async function fetchQuestionnaire(store: SurveyStore): Promise<QuestionnaireCopy | WhyNoQuestions> {
  const answer = await readQuestionnaire()
  if (answer.ok) {
    return answer.value.questions.length === 0 ? 'none' : keepQuestionnaire(store, answer.value, systemClock.now())
  }
  return answer.refusal.status === null ? 'not-here' : 'failed'
}

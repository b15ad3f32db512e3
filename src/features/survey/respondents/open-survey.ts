import { readQuestionnaire } from '#api/survey-calls.ts'
import type { Question } from '#core/contract/survey.ts'
import { type RespondentContent, isFinishing } from '#core/sync/survey/respondent.ts'
import { pageSurveyStore } from '#storage/survey/page-survey-store.ts'
import {
  deleteSurveyExitDraft,
  deleteOtherSurveyExitDrafts,
  readSurveyExitDraft,
} from '#storage/survey/survey-exit-words.ts'
import {
  storeQuestionnaire,
  type SurveyStore,
  type QuestionnaireCopy,
  newestQuestionnaire,
  questionnaireCopy,
} from '#storage/survey/survey-store.ts'
import { systemClock } from '#storage/device/system-clock.ts'
import {
  type LockedRespondent,
  beginRespondent,
  lockOpenRespondents,
  lastSeen,
  leaveRespondent,
  reuseRespondent,
  saveChange,
} from './respondent-commands.ts'
import { type SurveySending, startSurveySending } from './survey-sending.ts'

/** A respondent that only this tab may change, with the answers so far. */
export type OpenedRespondent = LockedRespondent & { content: RespondentContent; questions: Question[] }

export type OpenSurvey =
  | { state: 'answering'; opened: OpenedRespondent }
  /** Someone began the survey on this device. The screen offers to continue as the latest respondent (`unfinished`), or to start again. */
  | { state: 'offer'; unfinished: OpenedRespondent; others: LockedRespondent[] }
  | { state: 'no-questions'; why: WhyNoQuestions }

/** `failed`: the server answered with an error. `not-here`: this device has no questions and got no answer. `none`: the server has none. */
export type WhyNoQuestions = 'failed' | 'not-here' | 'none'

/** After this time without input, a kiosk assumes that its visitor has left, and starts a new respondent. This also applies when it is reloaded. */
export const kioskIdleMs = 60_000

/** The survey's storage and sender, one of each per page. */
export type SurveyServices = { store: SurveyStore; sending: SurveySending }

export async function openSurveyServices(): Promise<SurveyServices> {
  const store = await pageSurveyStore()
  return { store, sending: await startSurveySending() }
}

/** Finds or begins the respondent to show. Needs the network only if this device has no questions stored. */
export async function openSurvey(store: SurveyStore, isKiosk: boolean): Promise<OpenSurvey> {
  const newest = (await newestQuestionnaire(store)) ?? (await fetchQuestionnaire(store))
  if (typeof newest === 'string') return { state: 'no-questions', why: newest }
  const held = await withExitWords(store, await lockOpenRespondents(store, isKiosk), newest)
  const begun = held.filter(({ respondent }) => respondent.answered > 0)
  const empty = held.filter(({ respondent }) => respondent.answered === 0)

  const [latest, ...others] = begun
  // A kiosk continues with a visitor who has just answered. Other devices let the respondent choose whether to continue.
  if (latest !== undefined && (!isKiosk || systemClock.now() - lastSeen(latest.respondent) < kioskIdleMs)) {
    await leaveAll(store, isKiosk ? [...others, ...empty] : empty)
    const opened = await withContent(store, latest, newest)
    return isKiosk ? { state: 'answering', opened } : { state: 'offer', unfinished: opened, others }
  }
  const reused = empty.find(({ respondent }) => respondent.questionnaire === newest.id)
  await leaveAll(
    store,
    held.filter((one) => one !== reused),
  )
  if (reused === undefined) return { state: 'answering', opened: await beginNewRespondent(store, newest, isKiosk) }
  await reuseRespondent(store, reused.respondent.key)
  const respondent = (await store.respondent(reused.respondent.key)) ?? reused.respondent
  return { state: 'answering', opened: await withContent(store, { ...reused, respondent }, newest) }
}

/** Saves the exit drafts of pages that closed before they could save. Returns the respondents as saved, the latest first. */
async function withExitWords(
  store: SurveyStore,
  held: readonly LockedRespondent[],
  newest: QuestionnaireCopy,
): Promise<LockedRespondent[]> {
  const current: LockedRespondent[] = []
  for (const one of held) {
    const { key, questionnaire } = one.respondent
    const words = readSurveyExitDraft(key)
    if (words !== null) {
      const { questions } = (await questionnaireCopy(store, questionnaire)) ?? newest
      // The draft has its original time: a kiosk visitor who left long ago does not count as present.
      await saveChange(store, key, questions, words)
      deleteSurveyExitDraft(key)
    }
    current.push(words === null ? one : { ...one, respondent: (await store.respondent(key)) ?? one.respondent })
  }
  const open = (await store.respondents()).filter((respondent) => !isFinishing(respondent))
  deleteOtherSurveyExitDrafts(new Set(open.map(({ key }) => key)))
  return current.toSorted((one, other) => lastSeen(other.respondent) - lastSeen(one.respondent))
}

/** Ends the earlier respondents, whose answers are sent as they are, and begins one with the newest questions. Null without questions. */
export async function startOver(store: SurveyStore, earlier: LockedRespondent[]): Promise<OpenedRespondent | null> {
  await leaveAll(store, earlier)
  const newest = await newestQuestionnaire(store)
  return newest === null ? null : beginNewRespondent(store, newest, false)
}

async function beginNewRespondent(
  store: SurveyStore,
  copy: QuestionnaireCopy,
  isKiosk: boolean,
): Promise<OpenedRespondent> {
  return withContent(store, await beginRespondent(store, copy, isKiosk), copy)
}

async function leaveAll(store: SurveyStore, held: readonly LockedRespondent[]): Promise<void> {
  for (const { respondent, release } of held) {
    await leaveRespondent(store, respondent.key)
    release()
  }
}

async function withContent(
  store: SurveyStore,
  held: LockedRespondent,
  newest: QuestionnaireCopy,
): Promise<OpenedRespondent> {
  const { key, questionnaire } = held.respondent
  // Answers to an older version belong to that version's questions.
  const copy = questionnaire === newest.id ? newest : await questionnaireCopy(store, questionnaire)
  const whole = await store.respondentWithAnswers(key)
  const content = whole?.content ?? { key, answers: {}, email: '', responses: [] }
  // Another tab may have changed the respondent while this page waited for the lock.
  return { ...held, respondent: whole?.respondent ?? held.respondent, content, questions: (copy ?? newest).questions }
}

export async function fetchQuestionnaire(store: SurveyStore): Promise<QuestionnaireCopy | WhyNoQuestions> {
  const answer = await readQuestionnaire()
  if (answer.ok) {
    return answer.value.questions.length === 0 ? 'none' : storeQuestionnaire(store, answer.value, systemClock.now())
  }
  return answer.refusal.status === null ? 'not-here' : 'failed'
}

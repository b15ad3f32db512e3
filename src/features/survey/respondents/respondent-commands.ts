import type { Question, Answers } from '#core/contract/survey.ts'
import { isAnswered } from '#core/survey/visible-questions.ts'
import { answersToSubmit, furthestPercent, percentComplete } from '#core/survey/required-answers.ts'
import { type Place, type Respondent, isFinishing } from '#core/sync/survey/respondent.ts'
import { type RespondentLock, lockRespondent } from '#storage/survey/respondent-lock.ts'
import { deleteSurveyExitDraft } from '#storage/survey/survey-exit-words.ts'
import { nothingAnswered, type SurveyStore, type QuestionnaireCopy } from '#storage/survey/survey-store.ts'
import { randomIds, systemClock } from '#storage/device/system-clock.ts'

/** A respondent that only this tab may change. */
export type LockedRespondent = RespondentLock & { respondent: Respondent }

export async function beginRespondent(
  store: SurveyStore,
  { id, version }: QuestionnaireCopy,
  isKiosk: boolean,
): Promise<LockedRespondent> {
  const respondent: Respondent = {
    key: randomIds.uuid(),
    questionnaire: id,
    version,
    state: 'open',
    isKiosk,
    answered: 0,
    place: atTheStart,
    revision: 0,
    askedRevision: 0,
    sentRevision: 0,
    startedAt: systemClock.now(),
    activeMs: 0,
    savedAt: null,
    sentAt: null,
    sessionId: null,
    restarts: 0,
    failures: 0,
    nextAt: 0,
    refusal: null,
  }
  // No other tab can use a new respondent yet, so it is used even if the lock times out.
  const lock = (await lockRespondent(respondent.key)) ?? { release: () => {}, lost: new AbortController().signal }
  await store.add(respondent)
  return { respondent, ...lock }
}

const atTheStart: Place = { section: null, stage: 'section', progress: 0 }

/** Locks the open respondents that no other tab has locked, and returns them, the latest first. */
export async function lockOpenRespondents(store: SurveyStore, isKiosk: boolean): Promise<LockedRespondent[]> {
  const open = (await store.respondents()).filter(
    (respondent) => !isFinishing(respondent) && respondent.isKiosk === isKiosk,
  )
  const latestFirst = open.toSorted((one, other) => lastSeen(other) - lastSeen(one))
  // In parallel, because it may take time until another tab releases a lock.
  const locked = await Promise.all(
    latestFirst.map(async (respondent) => ({ respondent, lock: await lockRespondent(respondent.key) })),
  )
  return locked.flatMap(({ respondent, lock }) => (lock === null ? [] : [{ respondent, ...lock }]))
}

/** The time of the respondent's last change, or of the start if there was none, in epoch milliseconds. */
export function lastSeen({ savedAt, startedAt }: Respondent): number {
  return savedAt ?? startedAt
}

export type SurveyChange = {
  /** Changed answers; the others stay as stored, perhaps by another tab. */
  answers?: Answers
  email?: string
  place?: Omit<Place, 'progress'>
  /** True to send without waiting for more changes. */
  sendsNow?: boolean
  /** True for *Submit*: the answers are final. */
  finishes?: boolean
  /** For how many milliseconds the survey was viewed since the last change. */
  activeMs?: number
  /** When the change was entered, in epoch milliseconds; now by default. */
  at?: number
}

const untried = { refusal: null, failures: 0, firstFailureAt: null, nextAt: 0 }

/** Stores a change and returns the new revision. Null if the respondent has ended in another tab, or if `isCurrent` returns false. */
export async function saveChange(
  store: SurveyStore,
  key: string,
  questions: readonly Question[],
  { answers = {}, email, place, sendsNow = false, finishes = false, activeMs = 0, at }: SurveyChange,
  isCurrent: (stored: Respondent) => boolean = () => true,
): Promise<number | null> {
  let saved: number | null = null
  await store.changeWhole(key, (respondent, content) => {
    saved = null
    if (isFinishing(respondent) || !isCurrent(respondent)) return { respondent, content }
    const now = at ?? systemClock.now()
    const all = { ...content.answers, ...answers }
    const revision = respondent.revision + 1
    saved = revision
    const progress = furthestPercent(respondent.place.progress, percentComplete(questions, all))
    return {
      respondent: {
        ...respondent,
        answered: questions.filter(({ question_id }) => isAnswered(all, question_id)).length,
        place: { ...respondent.place, ...place, progress },
        revision,
        askedRevision: sendsNow || finishes ? revision : respondent.askedRevision,
        state: finishes ? 'finished' : 'open',
        // Starts with the first answer, because a tablet may be idle for days before it. The start of a session on the server stays.
        startedAt: respondent.answered === 0 && respondent.sessionId === null ? now : respondent.startedAt,
        savedAt: now,
        activeMs: respondent.activeMs + activeMs,
        // Ends the wait for the next attempt: *Submit* is sent at once, and the server may accept new answers after a refusal.
        ...(finishes || respondent.refusal !== null ? untried : {}),
      },
      content: {
        key,
        answers: all,
        email: email ?? content.email,
        responses: answersToSubmit(questions, all),
      },
    }
  })
  if (finishes && saved !== null) deleteSurveyExitDraft(key)
  return saved
}

/** Ends a respondent without *Submit*: the answers are sent as they are, then deleted here. One with neither answers nor session is deleted now. */
export async function leaveRespondent(store: SurveyStore, key: string): Promise<void> {
  await store.change(key, (respondent) =>
    isFinishing(respondent)
      ? respondent
      : respondent.answered === 0 && respondent.sessionId === null
        ? null
        : { ...respondent, state: 'left', askedRevision: respondent.revision },
  )
  deleteSurveyExitDraft(key)
}

/** Resets a respondent without answers, so that the next person uses the same session. */
export async function reuseRespondent(store: SurveyStore, key: string): Promise<void> {
  await store.changeWhole(key, (respondent) => ({
    respondent: {
      ...respondent,
      place: atTheStart,
      startedAt: systemClock.now(),
      activeMs: 0,
      // A new revision, because answers that were cleared may have been sent.
      revision: respondent.revision === 0 ? 0 : respondent.revision + 1,
    },
    content: nothingAnswered(key),
  }))
  deleteSurveyExitDraft(key)
}

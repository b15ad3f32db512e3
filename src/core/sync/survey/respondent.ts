import type { Answers, SurveyResponse } from '#core/contract/survey.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { isDue } from '#core/sync/requests/retry.ts'

/** A person who answers the survey here, until the server has all answers. They are in `RespondentContent`: reading the queue does not load them. */
export type Respondent = {
  /** A permanent id from this device, sent as `client_key`, so that a retry does not create a second session. */
  key: string
  /** The id of the stored questionnaire (`QuestionnaireCopy`). */
  questionnaire: string
  /** The version of the questionnaire; null on a plain server, which gets only the specification's fields. */
  version: number | null
  /** `open` may be continued; `left` and `finished` are sent, then deleted from this device. */
  state: 'open' | 'left' | 'finished'
  isKiosk: boolean
  /** The number of answered questions. */
  answered: number
  place: Place
  /** Rises with every stored change. */
  revision: number
  /** The last revision that must be sent at once: after *Next* or *Submit*, or when the visitor left. Other revisions may wait 30 s. */
  askedRevision: number
  sentRevision: number
  startedAt: number
  /** How long the survey was visible. */
  activeMs: number
  /** When answers were last stored on this device (`savedAt`) and on the server (`sentAt`); null if never. */
  savedAt: number | null
  sentAt: number | null
  /** The server's id of the session; null before it is started. */
  sessionId: string | number | null
  /** How often the session was started again because the server had lost it. */
  restarts: number
  /** Failed requests since the last success; the pause before the next request grows with them. */
  failures: number
  /** When the next attempt is due after a failure, in epoch milliseconds. */
  nextAt: number
  /** Plain server: the final save was already sent once, so a 409 may mean that it arrived. */
  isSubmitTried?: boolean
  /** Why the server refused the answers, which are still sent again, at growing intervals. */
  refusal: Refusal | null
}

export type Place = {
  /** The name of the section that is shown; null for the first one, at the start of the survey. */
  section: string | null
  stage: 'section' | 'email'
  /** *% Complete* as it was shown; it never falls. */
  progress: number
}

/** A respondent's answers. `answers` has all of them, to continue the survey; `responses` those to submit. */
export type RespondentContent = {
  key: string
  answers: Answers
  email: string
  responses: SurveyResponse[]
}

/** The specification's interval for automatic saving. */
const saveEveryMs = 30_000

export function nextRespondentStep(respondent: Respondent, now: number): 'start' | 'save' | null {
  if (stepAt(respondent, now) > now) return null
  return respondent.sessionId === null ? 'start' : 'save'
}

/** Returns when the next step is due, in epoch milliseconds; `Infinity` if there is none. */
export function stepAt(respondent: Respondent, now: number): number {
  const { sessionId, nextAt } = respondent
  const stepDueAt = sessionId === null ? 0 : dueAt(respondent)
  return isDue(nextAt, now) ? stepDueAt : Math.max(stepDueAt, nextAt)
}

/** When the answers must be saved on the server; `Infinity` if the server has them all. */
function dueAt(respondent: Respondent): number {
  const { revision, askedRevision, sentRevision, sentAt, startedAt } = respondent
  if (sentRevision >= revision) return Infinity
  if (askedRevision > sentRevision || isFinishing(respondent)) return 0
  return (sentAt ?? startedAt) + saveEveryMs
}

export function isFinishing({ state }: Respondent): boolean {
  return state !== 'open'
}

/** Whether everything was sent, so that the data must be deleted. */
export function isDone(respondent: Respondent): boolean {
  if (!isFinishing(respondent)) return false
  const isEmpty = respondent.state === 'left' && respondent.answered === 0
  // For a respondent who left without an answer, nothing is sent. If a session was already started, the server counts it as abandoned.
  return isEmpty || respondent.sentRevision >= respondent.revision
}

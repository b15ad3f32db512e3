import type { Answers, SurveyResponse } from '#core/contract/survey.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { isDue } from '#core/sync/requests/retry.ts'

/** A person who answers the survey here, until the server has everything. Answers are stored apart, so reading the queue loads none. */
export type Respondent = {
  /** Permanent, made on this device and sent as `client_key`, so that retries make no second respondent. */
  key: string
  questionnaire: string
  /** The server's name of the questionnaire's version; null on a plain server, which gets only the specified fields. */
  version: number | null
  /** `open` may be continued; `left` and `finished` are sent, then deleted from this device. */
  state: 'open' | 'left' | 'finished'
  isKiosk: boolean
  answered: number
  place: Place
  revision: number
  /** The last revision to be sent without waiting: after *Next* or *Submit*, or when the visitor left. */
  askedRevision: number
  sentRevision: number
  startedAt: number
  /** How long the survey was on screen. */
  activeMs: number
  savedAt: number | null
  sentAt: number | null
  /** The server's id of the session; null before it is started. */
  sessionId: string | number | null
  /** How often the session was started again because the server had lost it. */
  restarts: number
  failures: number
  nextAt: number
  /** Plain server: the final save was sent before, so a 409 may mean that it arrived. */
  isSubmitTried?: boolean
  /** Why the server refuses it; retries go on, rarely. */
  refusal: Refusal | null
}

export type Place = {
  section: string | null
  stage: 'section' | 'email'
  /** *% Complete* as it was shown; it never falls. */
  progress: number
}

/** A respondent's answers: all of them, to continue with, and `responses`, to submit. */
export type RespondentContent = {
  key: string
  answers: Answers
  email: string
  responses: SurveyResponse[]
}

/** The specification's interval of automatic saving. */
const saveEveryMs = 30_000

/** What to send next; null if nothing may be sent now. */
export function nextRespondentStep(respondent: Respondent, now: number): 'start' | 'save' | null {
  if (stepAt(respondent, now) > now) return null
  return respondent.sessionId === null ? 'start' : 'save'
}

/** When the next step is due; `Infinity` if there is none. */
export function stepAt(respondent: Respondent, now: number): number {
  const { sessionId, nextAt } = respondent
  const wanted = sessionId === null ? 0 : dueAt(respondent)
  return isDue(nextAt, now) ? wanted : Math.max(wanted, nextAt)
}

function dueAt(respondent: Respondent): number {
  const { revision, askedRevision, sentRevision, sentAt, startedAt } = respondent
  if (sentRevision >= revision) return Infinity
  if (askedRevision > sentRevision || isFinishing(respondent)) return 0
  return (sentAt ?? startedAt) + saveEveryMs
}

/** The respondent does not continue here. */
export function isFinishing({ state }: Respondent): boolean {
  return state !== 'open'
}

/** Nothing is left to send, so the data must be deleted. */
export function isDone(respondent: Respondent): boolean {
  if (!isFinishing(respondent)) return false
  const isEmpty = respondent.state === 'left' && respondent.answered === 0
  // A visitor without an answer is no respondent; if a session was started, the server counts it as left.
  return isEmpty || respondent.sentRevision >= respondent.revision
}

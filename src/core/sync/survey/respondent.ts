import type { Answers, SurveyResponse } from '#core/contract/survey.ts'
import type { Refusal } from '#core/sync/operation.ts'
import { isDue } from '#core/sync/requests/retry.ts'

/**
 * One person who answers the survey on this device, from the first question until the server has everything. It says how
 * far they are and what is owed to the server; what they answered lies apart, so that looking at the queue never brings
 * anybody's answers into memory.
 */
export type Respondent = {
  /** Made on this device, for ever: one respondent is one record under this name, whatever is lost or repeated. */
  key: string
  /** The copy of the questionnaire that is being answered. */
  questionnaire: string
  /** The server's name of that version; null on a plain server, which is then sent nothing beyond the specified fields. */
  version: number | null
  /** `open` may still be continued; `left` and `finished` go to the server and then from this device. */
  state: 'open' | 'left' | 'finished'
  isKiosk: boolean
  /** How many questions have an answer. */
  answered: number
  place: Place
  /** Counts the changes on this device. */
  revision: number
  /** The last revision that is to be sent without waiting: Next, Submit, or the visitor has left. */
  askedRevision: number
  /** The last revision that the server has. */
  sentRevision: number
  startedAt: number
  /** How long they had the survey on screen. */
  activeMs: number
  savedAt: number | null
  sentAt: number | null
  /** The server's name of the session; null until it was started there. */
  sessionId: string | number | null
  /** How often the server has forgotten the session, so that it had to be started anew. */
  restarts: number
  failures: number
  nextAt: number
  /** On a plain server: the last save has been sent before, so that its 409 may mean "completed before". */
  isSubmitTried?: boolean
  /** Why the server will not have it as it is; it is tried again all the same, seldom. */
  refusal: Refusal | null
}

/** Where the respondent is. */
export type Place = {
  /** Null before the first section was shown. */
  section: string | null
  stage: 'section' | 'email'
  /** '% Complete' as it was shown; it never falls. */
  progress: number
}

/** What the respondent answered: everything, for continuing, and what of it is to be submitted. */
export type RespondentContent = {
  key: string
  answers: Answers
  email: string
  responses: SurveyResponse[]
}

/** The specification's interval of automatic saving. */
const saveEveryMs = 30_000

/** What the server is owed next; null when it has everything that may go now. */
export function nextRespondentStep(respondent: Respondent, now: number): 'start' | 'save' | null {
  if (stepAt(respondent, now) > now) return null
  return respondent.sessionId === null ? 'start' : 'save'
}

/** When the next step may go; `Infinity` when there is none. */
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

/** It is not continued here. */
export function isFinishing({ state }: Respondent): boolean {
  return state !== 'open'
}

/** Nothing of it is owed any more, so nothing of it may stay. */
export function isDone(respondent: Respondent): boolean {
  if (!isFinishing(respondent)) return false
  const isEmpty = respondent.state === 'left' && respondent.answered === 0
  // A visitor who answered nothing is no respondent; a session that was started for them stays as one that was left.
  return isEmpty || respondent.sentRevision >= respondent.revision
}

import { fieldsOf, judge } from './answers.ts'
import type { Fields } from './json.ts'
import type { Refusal } from './operation.ts'
import type { Answer } from './ports.ts'

/** What an answer means for the respondent that asked. */
export type SurveyVerdict =
  | { kind: 'accepted'; body: Fields | null }
  /** The server cannot be reached, which says nothing about this respondent. */
  | { kind: 'offline' }
  | { kind: 'paused'; until: number }
  /** It may have arrived or not; sending it again is harmless. */
  | { kind: 'unclear'; status: number }
  | { kind: 'anti-forgery' }
  /** The server knows no such session. */
  | { kind: 'unknown-session' }
  /** The session was completed before: what it holds cannot change any more. */
  | { kind: 'completed' }
  /** The server has a later save than this one. */
  | { kind: 'overtaken' }
  | { kind: 'refused'; refusal: Refusal }

/** As `judge` for records, for calls whose answers are no records and that nobody has to be signed in for. */
export function judgeSurvey(answer: Answer, now: number, random: () => number): SurveyVerdict {
  if (answer.kind === 'unanswered') return { kind: 'offline' }
  const { status, bodyKind, body } = answer
  if (status >= 200 && status < 300) {
    if (bodyKind === 'other' || bodyKind === 'cut-off') return { kind: 'unclear', status }
    return { kind: 'accepted', body: fieldsOf(body) }
  }
  const verdict = judge(answer, { kind: 'update', id: null, opId: '', now, random })
  switch (verdict.kind) {
    case 'paused':
    case 'in-progress':
      return { kind: 'paused', until: verdict.until }
    case 'anti-forgery':
      return { kind: 'anti-forgery' }
    case 'gone':
      return { kind: 'unknown-session' }
    case 'clash':
      return verdict.refusal.code === 'save_is_old' ? { kind: 'overtaken' } : { kind: 'completed' }
    case 'refused':
    case 'wrong-method':
      return { kind: 'refused', refusal: verdict.refusal }
    default:
      // A 401 too: the survey is everybody's, so it is something between us and the server.
      return { kind: 'unclear', status }
  }
}

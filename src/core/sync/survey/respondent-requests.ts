import { headerNames } from '#core/contract/sync-protocol.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Request } from '#core/sync/ports.ts'
import { postRequest } from '#core/sync/requests/requests.ts'
import type { Respondent, RespondentContent } from './respondent.ts'

/** Begins a session. Repeated under its key it answers the same session; a plain server makes another one. */
export function startRequest(respondent: Respondent): Request {
  const { key, version, restarts, startedAt } = respondent
  const startedOn = dateOfInstant(startedAt)
  return surveyRequest(
    'questionnaire/start/',
    version === null ? {} : { client_key: key, version, started_on: startedOn },
    // Another day is another request, and of one `client_key` there is one session.
    version === null ? null : `${key}:start:${restarts}:${startedOn}`,
  )
}

/** All answers so far: the last one wins, so that sending it again changes nothing. */
export function submitRequest(respondent: Respondent, { responses, email }: RespondentContent): Request {
  const { key, version, revision, sessionId, state, place, activeMs } = respondent
  const submitted = { session_id: sessionId, responses, email, is_completed: state === 'finished' }
  return surveyRequest(
    'questionnaire/submit/',
    // The revision lets the server pass over a save that was overtaken on its way.
    version === null
      ? submitted
      : { ...submitted, revision, section: place.section, seconds_taken: Math.round(activeMs / 1000) },
    version === null ? null : `${key}:${revision}`,
  )
}

function surveyRequest(path: string, fields: Fields, key: string | null): Request {
  return postRequest(path, fields, key === null ? {} : { [headerNames.idempotencyKey]: key })
}

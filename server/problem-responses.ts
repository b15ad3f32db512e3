import type { ProblemCode } from '#core/contract/problems.ts'
import { etagOf, type Outcome, type Versioned } from './http/outcome.ts'

/** Messages by field name. Messages about no single field are under `non_field_errors`. */
export type FieldMessages = Record<string, string[]>

/** A refusal in Django's shape, plus our `code`. */
export function problem(
  status: number,
  code: ProblemCode,
  detail: string,
  more: { fields?: Record<string, unknown>; headers?: Record<string, string> } = {},
): Outcome {
  return { status, body: { detail, code, ...more.fields }, headers: more.headers ?? {} }
}

/** 400 with messages by field: `{first_name: ['…'], code: 'invalid'}`. */
export function invalid(fields: FieldMessages): Outcome {
  return fieldProblem(400, 'invalid', fields)
}

export function fieldProblem(status: number, code: ProblemCode, fields: FieldMessages): Outcome {
  return { status, body: { ...fields, code }, headers: {} }
}

export function notAuthenticated(): Outcome {
  return problem(401, 'not_authenticated', 'Authentication credentials were not provided.')
}

/** 403 in kiosk mode. Contains the agent's id: the device sends visitors only if they belong to this agent. */
export function visitorsOnly(agentId: number): Outcome {
  const detail = 'This session is in kiosk mode. Exit the kiosk with its PIN first.'
  return problem(403, 'visitors_only', detail, { fields: { agent: agentId } })
}

/** 404, also for other agents' records, so that it does not reveal whether they exist. */
export function notFound(): Outcome {
  return problem(404, 'not_found', 'Not found.')
}

/** 412 with the current record, so that the client can merge without another request. */
export function versionIsStale(current: Versioned): Outcome {
  const detail = 'This record was changed in the meantime. Nothing was overwritten. Reload it and try again.'
  return staleProblem('version_is_stale', detail, current)
}

/** 412: the deletion would include a record that the device has not read yet (fault G24). */
export function hasUnreadChildren(current: Versioned): Outcome {
  const detail =
    'Something that belongs to this record was added or changed in the meantime. Nothing was deleted. Reload it and try again.'
  return staleProblem('unread_below', detail, current)
}

function staleProblem(code: ProblemCode, detail: string, current: Versioned): Outcome {
  return problem(412, code, detail, { fields: { record: current }, headers: { etag: etagOf(current) } })
}

/** 409: the device has read a history that this database does not have, so the server refuses the request (fault C19). */
export function historyChanged(): Outcome {
  return problem(
    409,
    'history_changed',
    'What this device has does not match the server’s history, so nothing was changed. Please fetch everything again.',
  )
}

/** 410: the operation would create a record again that was deleted. */
export function recordDeleted(): Outcome {
  return problem(410, 'record_deleted', 'This record was deleted on another device.')
}

export function busy(seconds = 1): Outcome {
  return problem(503, 'busy', 'The server is busy. Please try again.', { headers: { 'retry-after': String(seconds) } })
}

export function tooSlow(): Outcome {
  return problem(408, 'too_slow', 'The request did not arrive in time. Please try again.')
}

export function diskFull(): Outcome {
  return problem(
    503,
    'disk_full',
    'The server’s disk is full, so it cannot save anything right now. Please try again later.',
    {
      headers: { 'retry-after': '30' },
    },
  )
}

/** Thrown to refuse a request; the error handler sends the outcome. It is not stored under an idempotency key, unlike a returned refusal. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super(`Refused with ${outcome.status}`)
    this.outcome = outcome
  }
}

import type { ProblemCode } from '#core/contract/problems.ts'
import { etagOf, type Outcome, type Versioned } from './http/outcome.ts'

/** Messages by field name; `non_field_errors` for those that belong to no field. */
export type FieldMessages = Record<string, string[]>

/** A refusal in Django's shape with our `code` beside it. */
export function problem(
  status: number,
  code: ProblemCode,
  detail: string,
  more: { fields?: Record<string, unknown>; headers?: Record<string, string> } = {},
): Outcome {
  return { status, body: { detail, code, ...more.fields }, headers: more.headers ?? {} }
}

/** 400 with messages at their fields: `{first_name: ['…'], code: 'invalid'}`. */
export function invalid(fields: FieldMessages): Outcome {
  return fieldProblem(400, 'invalid', fields)
}

/** As `invalid`, with another status and code: a photo that is too large, a body that is no image. */
export function fieldProblem(status: number, code: ProblemCode, fields: FieldMessages): Outcome {
  return { status, body: { ...fields, code }, headers: {} }
}

/** 401 for what only an agent may ask. */
export function notAuthenticated(): Outcome {
  return problem(401, 'not_authenticated', 'Authentication credentials were not provided.')
}

/** 403 in a session that a kiosk has narrowed; says whose it is, so that the device goes on sending visitors. */
export function visitorsOnly(agentId: number): Outcome {
  const detail = 'A kiosk runs in this session. Leave it with its PIN first.'
  return problem(403, 'visitors_only', detail, { fields: { agent: agentId } })
}

/** 404, also for records of other agents: the answer does not show whether they exist. */
export function notFound(): Outcome {
  return problem(404, 'not_found', 'Not found.')
}

/** 412 with the current record, so that the client can merge without asking again. */
export function versionIsStale(current: Versioned): Outcome {
  return problem(412, 'version_is_stale', 'The record was changed in the meantime.', {
    fields: { record: current },
    headers: { etag: etagOf(current) },
  })
}

/** 412: below the record that is to be deleted is something that the device has not read yet (fault G24). */
export function hasUnreadBelow(current: Versioned): Outcome {
  return problem(412, 'unread_below', 'Something was added to the record, or changed below it, in the meantime.', {
    fields: { record: current },
    headers: { etag: etagOf(current) },
  })
}

/** 409: what the device knows did not happen in this database, so nothing of its request is done (fault C19). */
export function historyChanged(): Outcome {
  return problem(409, 'history_changed', 'The history of this server has changed. Please fetch everything anew.')
}

/** 410 for what would make a record again that was deleted, or that a device has made known as deleted. */
export function recordDeleted(): Outcome {
  return problem(410, 'record_deleted', 'This record was deleted on another device.')
}

/** 503 while something passes by itself; the client tries again. */
export function busy(seconds = 1): Outcome {
  return problem(503, 'busy', 'The server is busy. Please try again.', { headers: { 'retry-after': String(seconds) } })
}

/** 408 for a request that stops on its way. */
export function tooSlow(): Outcome {
  return problem(408, 'too_slow', 'The request did not arrive in time. Please try again.')
}

/** 503 until the disk has room again. */
export function diskFull(): Outcome {
  return problem(503, 'disk_full', 'The server’s disk is full, so nothing can be saved there at the moment.', {
    headers: { 'retry-after': '30' },
  })
}

/** Thrown where a request ends early, outside the write path: the error handler sends its outcome. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super(`Refused with ${outcome.status}`)
    this.outcome = outcome
  }
}

import * as v from 'valibot'
import type { Answer } from '#core/sync/ports.ts'

/**
 * `unreachable` there was no trustworthy answer, which says nothing about the session; `signed-out` 401;
 * `too-many` 429 or 503, try again after `retryAfterSeconds`; `refused` any other definite answer.
 */
type AccountProblem = 'unreachable' | 'signed-out' | 'too-many' | 'refused'

/** `status` and `body` are what the server said, for the messages of `core/domain/account/account-messages.ts`. */
export type AccountAnswer<Value> =
  | { ok: true; value: Value }
  | {
      ok: false
      problem: AccountProblem
      refusal: { status: number | null; body: unknown }
      retryAfterSeconds: number | null
      /** Stands ready for a call without an answer; no screen displays it (reading R5). */
      prepared?: string
    }

/** Goes along with a call that got no answer; no screen displays it (reading R5). */
const unableToConnect = 'Unable to connect to the server. Please check your internet connection.'

/** The value of a success, or why there is none. `read` gives undefined back for a body of the wrong shape. */
export function accepted<Value>(answer: Answer, read: (body: unknown) => Value | undefined): AccountAnswer<Value> {
  const nothing = { ok: false, refusal: { status: null, body: undefined }, retryAfterSeconds: null } as const
  if (answer.kind === 'unanswered') return { ...nothing, problem: 'unreachable', prepared: unableToConnect }
  const refusal = { status: answer.status, body: answer.body }
  if (isAccepted(answer)) {
    const value = read(answer.body)
    // A success without the promised content comes from something else between us and the server (fault C5).
    return value === undefined ? { ...nothing, problem: 'unreachable' } : { ok: true, value }
  }
  const retryAfterSeconds = Number.parseInt(answer.headers['retry-after'] ?? '', 10) || null
  if (answer.status === 401) return { ok: false, problem: 'signed-out', refusal, retryAfterSeconds }
  if (answer.status === 429 || answer.status === 503)
    return { ok: false, problem: 'too-many', refusal, retryAfterSeconds }
  if (answer.status >= 500 || answer.status < 400 || answer.status === 408)
    return { ...nothing, problem: 'unreachable', refusal }
  return { ok: false, problem: 'refused', refusal, retryAfterSeconds }
}

export function isAccepted(answer: Answer): boolean {
  return (
    answer.kind === 'answered' &&
    answer.status >= 200 &&
    answer.status < 300 &&
    (answer.bodyKind === 'json' || answer.bodyKind === 'empty')
  )
}

/** Reads a body by a schema; `undefined` when it has another shape. */
export function parsedBy<Schema extends v.GenericSchema>(schema: Schema) {
  return (body: unknown): v.InferOutput<Schema> | undefined => {
    const parsed = v.safeParse(schema, body)
    return parsed.success ? parsed.output : undefined
  }
}

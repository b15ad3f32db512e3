import * as v from 'valibot'
import type { Answer } from '#core/sync/ports.ts'

/** `unreachable`: no valid answer, so the session may still exist. `signed-out`: 401. `too-many`: 429 or 503. `refused`: other refusals. */
type AccountProblem = 'unreachable' | 'signed-out' | 'too-many' | 'refused'

/** `refusal` is the server's response, for `core/domain/account/account-messages.ts`; its `status` is null if there was no valid response. */
export type AccountAnswer<Value> =
  | { ok: true; value: Value }
  | {
      ok: false
      problem: AccountProblem
      refusal: { status: number | null; body: unknown }
      retryAfterSeconds: number | null
      /** The specification's message for a missing answer; no screen shows it (reading R5). */
      unreachableMessage?: string
    }

const unableToConnect = 'Unable to connect to the server. Please check your internet connection.'

/** Returns the value of a success, or the problem. `read` parses the body and returns undefined if it has the wrong shape. */
export function toAccountAnswer<Value>(
  answer: Answer,
  read: (body: unknown) => Value | undefined,
): AccountAnswer<Value> {
  const noAnswer = { ok: false, refusal: { status: null, body: undefined }, retryAfterSeconds: null } as const
  if (answer.kind === 'unanswered') return { ...noAnswer, problem: 'unreachable', unreachableMessage: unableToConnect }
  const refusal = { status: answer.status, body: answer.body }
  if (isAccepted(answer)) {
    const value = read(answer.body)
    // A success without the expected content comes from a proxy or portal, not from the server (fault C5).
    return value === undefined ? { ...noAnswer, problem: 'unreachable' } : { ok: true, value }
  }
  const retryAfterSeconds = Number.parseInt(answer.headers['retry-after'] ?? '', 10) || null
  if (answer.status === 401) return { ok: false, problem: 'signed-out', refusal, retryAfterSeconds }
  if (answer.status === 429 || answer.status === 503)
    return { ok: false, problem: 'too-many', refusal, retryAfterSeconds }
  if (answer.status >= 500 || answer.status < 400 || answer.status === 408)
    return { ...noAnswer, problem: 'unreachable', refusal }
  return { ok: false, problem: 'refused', refusal, retryAfterSeconds }
}

/** True for a 2xx with JSON or without a body; any other 2xx comes from a proxy or portal. */
export function isAccepted(answer: Answer): boolean {
  return (
    answer.kind === 'answered' &&
    answer.status >= 200 &&
    answer.status < 300 &&
    (answer.bodyKind === 'json' || answer.bodyKind === 'empty')
  )
}

export function bodyParser<Schema extends v.GenericSchema>(schema: Schema) {
  return (body: unknown): v.InferOutput<Schema> | undefined => {
    const parsed = v.safeParse(schema, body)
    return parsed.success ? parsed.output : undefined
  }
}

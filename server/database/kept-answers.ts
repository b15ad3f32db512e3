import { CompiledQuery, type Transaction } from 'kysely'
import type { Outcome } from '#server/http/outcome.ts'
import { problem } from '#server/problem-responses.ts'
import type { KnownHistory } from './known-history.ts'
import { sendAhead } from './send-ahead.ts'
import type { Tables } from './tables.ts'

/** The answer that is kept under an idempotency key. */
type KeptAnswer = { key: string; request_hash: string; status: number; headers: string; body: string }
type KeptAnswerOrNone = KeptAnswer | { [Column in keyof KeptAnswer]: null }

/** Whose request it is, its key, and the hash with which the key must come again. */
export type Keyed = { agentId: number; key: string | null; hash: string }

/** Thrown where the work asks its first question, so that nothing of it is done twice. */
export class AnsweredBefore extends Error {
  readonly kept: KeptAnswer

  constructor(kept: KeptAnswer) {
    super('This key has an answer.')
    this.kept = kept
  }
}

/** What a write begins with: its key, and what the device knows of the history, which is compared. */
export type Beginning = Pick<Keyed, 'agentId' | 'key'> & { known: KnownHistory | null }

/**
 * Takes the agent's next version, with the lock on it, and looks for an earlier answer under this key. Resolves when that is
 * on its way; the work's first question travels with it, and gets `AnsweredBefore` for an answer when there is one.
 */
export async function beginWrite(trx: Transaction<Tables>, write: Beginning): Promise<{ taken: Promise<number> }> {
  let version = 0
  const { answered } = await sendAhead(trx, beginning([write]), ([begun]) => {
    if (begun === undefined) return
    version = begun.version
    if (begun.key !== null) throw new AnsweredBefore(begun)
  })
  return { taken: told(answered, () => version) }
}

/** The same for many writes of one request: the first one's version, and the earlier answer under each key, or null. */
export async function beginWrites(
  trx: Transaction<Tables>,
  writes: readonly Beginning[],
): Promise<{ version: number; before: (KeptAnswer | null)[] }> {
  const { rows } = await trx.executeQuery(beginning(writes))
  return { version: rows[0]?.version ?? 0, before: rows.map((answer) => (answer.key === null ? null : answer)) }
}

function beginning(writes: readonly Beginning[]): CompiledQuery<{ version: number } & KeptAnswerOrNone> {
  const [first] = writes
  const known = first?.known ? JSON.stringify(first.known) : null
  const keys = writes.map(({ key }) => key)
  return CompiledQuery.raw('select * from begin_writes($1, $2, $3::jsonb)', [first?.agentId, keys, known])
}

/** Takes the next version; the first question of its work travels with it. */
export async function takeVersion(trx: Transaction<Tables>, agentId: number): Promise<{ taken: Promise<number> }> {
  let version = 0
  const taking: CompiledQuery<{ version: number }> = CompiledQuery.raw(
    'update agent_versions set version = version + 1 where agent_id = $1 returning version',
    [agentId],
  )
  const { answered } = await sendAhead(trx, taking, ([row]) => {
    version = row?.version ?? 0
  })
  return { taken: told(answered, () => version) }
}

/** A failure is thrown where the next statement is asked; who does not wait for this need not hear of it. */
function told<Value>(answered: Promise<void>, value: () => Value): Promise<Value> {
  const taken = answered.then(value)
  taken.catch(() => {})
  return taken
}

/**
 * The first answer once more, or 422 for another request under its key. An operation that was answered under a newer
 * revision gets that answer.
 */
export function answerAgain(kept: KeptAnswer, { key, hash }: Keyed): Outcome & { replayed: boolean } {
  if (kept.key === key && kept.request_hash !== hash) {
    return { ...problem(422, 'key_reused', 'This idempotency key was used for another request.'), replayed: false }
  }
  return {
    status: kept.status,
    headers: JSON.parse(kept.headers) as Record<string, string>,
    body: kept.body === '' ? undefined : (JSON.parse(kept.body) as unknown),
    replayed: true,
  }
}

export type Answered = { request: Keyed; outcome: Outcome }

/** Sends answers on their way to be kept, those that have a key and will never come out differently. */
export async function keepAnswers(trx: Transaction<Tables>, answered: readonly Answered[]): Promise<void> {
  const rows = answered.flatMap(({ request: { agentId, key, hash }, outcome: { status, headers, body } }) => {
    if (key === null || !isFinal(status)) return []
    const text = body === undefined ? '' : JSON.stringify(body)
    return [[agentId, key, hash, status, JSON.stringify(headers), text] as const]
  })
  if (rows.length === 0) return
  // Lists and not rows, so that it is one statement for any number of them.
  const insertion = CompiledQuery.raw(
    'insert into idempotency_keys (agent_id, key, request_hash, status, headers, body) ' +
      'select * from unnest($1::bigint[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::text[])',
    ([0, 1, 2, 3, 4, 5] as const).map((column) => rows.map((row) => row[column])),
  )
  await sendAhead(trx, insertion)
}

function isFinal(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429
}

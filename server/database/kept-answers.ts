import { CompiledQuery, type Transaction } from 'kysely'
import type { Outcome } from '#server/http/outcome.ts'
import { problem } from '#server/problem-responses.ts'
import { sendAhead } from './send-ahead.ts'
import type { Tables } from './tables.ts'

/** The answer that is kept under an idempotency key. */
export type KeptAnswer = { request_hash: string; status: number; headers: string; body: string }
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

/**
 * Takes the agent's next version, with the lock on it, and looks for an earlier answer under this key. Resolves when that is
 * on its way; the work's first question travels with it, and gets `AnsweredBefore` for an answer when there is one.
 */
export function beginWrite(
  trx: Transaction<Tables>,
  { agentId, key }: Pick<Keyed, 'agentId' | 'key'>,
): Promise<{ answered: Promise<void> }> {
  const query = CompiledQuery.raw('select * from begin_write($1, $2)', [agentId, key])
  return sendAhead(trx, query as CompiledQuery<KeptAnswerOrNone>, ([kept]) => {
    if (kept !== undefined && kept.request_hash !== null) throw new AnsweredBefore(kept)
  })
}

/** The first answer once more, or 422 for another request under its key. */
export function answerAgain(kept: KeptAnswer, { hash }: Keyed): Outcome & { replayed: boolean } {
  if (kept.request_hash !== hash) {
    return { ...problem(422, 'key_reused', 'This idempotency key was used for another request.'), replayed: false }
  }
  return {
    status: kept.status,
    headers: JSON.parse(kept.headers) as Record<string, string>,
    body: kept.body === '' ? undefined : (JSON.parse(kept.body) as unknown),
    replayed: true,
  }
}

/** Sends an answer on its way to be kept, when it has a key and will never come out differently. */
export async function keepAnswer(
  trx: Transaction<Tables>,
  { agentId, key, hash }: Keyed,
  { status, headers, body }: Outcome,
): Promise<void> {
  if (key === null || !isFinal(status)) return
  const insertion = trx.insertInto('idempotency_keys').values({
    agent_id: agentId,
    key,
    request_hash: hash,
    status,
    headers: JSON.stringify(headers),
    body: body === undefined ? '' : JSON.stringify(body),
  })
  await sendAhead(trx, insertion.compile())
}

function isFinal(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429
}

import { sql, type Transaction } from 'kysely'
import type { Outcome } from '#server/http/outcome.ts'
import { problem } from '#server/problem-responses.ts'
import type { KnownHistory } from './known-history-query.ts'
import type { Tables } from './tables.ts'

type StoredAnswer = { key: string; request_hash: string; status: number; headers: string; body: string }

/** A request's agent, its idempotency key, and the hash that a retry under this key must have. */
export type KeyedRequest = { agentId: number; key: string | null; hash: string }

/**
 * Takes the agent's next version; other writes of the agent wait until the transaction ends. Returns the version and, for each write, the
 * answer stored under its key, or null (`kept`). Fails if the `known` history, the same for all writes of a batch, is not this database's.
 */
export async function beginWrites(
  trx: Transaction<Tables>,
  agentId: number,
  writes: readonly { key: string | null; known: KnownHistory | null }[],
): Promise<{ version: number; kept: (StoredAnswer | null)[] }> {
  const known = writes[0]?.known ? JSON.stringify(writes[0].known) : null
  const { rows } = await sql<{ version: number } & (StoredAnswer | { key: null })>`
    select * from begin_writes(${agentId}, ${writes.map(({ key }) => key)}::text[], ${known}::jsonb)`.execute(trx)
  return { version: rows[0]!.version, kept: rows.map((row) => (row.key === null ? null : row)) }
}

/** Takes another version, for the next write of the same transaction. Each write needs its own, because tombstones get the agent's latest version. */
export async function takeVersion(trx: Transaction<Tables>, agentId: number): Promise<number> {
  const { version } = await trx
    .updateTable('agent_versions')
    .set({ version: sql`version + 1` })
    .where('agent_id', '=', agentId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Returns the stored answer, or 422 if its key is the same but its request was another. A newer revision has another key and may differ. */
export function replayAnswer(stored: StoredAnswer, { key, hash }: KeyedRequest): Outcome & { replayed: boolean } {
  if (stored.key === key && stored.request_hash !== hash) {
    return {
      ...problem(
        422,
        'key_reused',
        'This idempotency key was already used for a different request, so nothing was changed. Use a new key.',
      ),
      replayed: false,
    }
  }
  return {
    status: stored.status,
    headers: JSON.parse(stored.headers) as Record<string, string>,
    body: stored.body === '' ? undefined : (JSON.parse(stored.body) as unknown),
    replayed: true,
  }
}

export type AnsweredRequest = { request: KeyedRequest; outcome: Outcome }

/** Stores the final answers of writes that have a key. */
export async function storeAnswers(trx: Transaction<Tables>, answers: readonly AnsweredRequest[]): Promise<void> {
  const rows = answers.flatMap(({ request: { agentId, key, hash }, outcome: { status, headers, body } }) => {
    if (key === null || !isFinal(status)) return []
    const text = body === undefined ? '' : JSON.stringify(body)
    return [[agentId, key, hash, status, JSON.stringify(headers), text] as const]
  })
  if (rows.length === 0) return
  // Arrays instead of rows, so that the statement is the same for any number of answers.
  const column = (place: 0 | 1 | 2 | 3 | 4 | 5) => rows.map((row) => row[place])
  await sql`
    insert into idempotency_keys (agent_id, key, request_hash, status, headers, body)
    select * from unnest(${column(0)}::bigint[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::integer[],
      ${column(4)}::text[], ${column(5)}::text[])`.execute(trx)
}

/** False if a retry of the same request may succeed. */
function isFinal(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429
}

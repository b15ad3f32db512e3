import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, sql, type Expression, type Kysely, type Transaction } from 'kysely'
import type { Outcome } from '#server/http/outcome.ts'
import { busy, problem } from '#server/problem-responses.ts'
import { databaseErrorCode } from './database-errors.ts'
import { commitAhead, sendAhead } from './send-ahead.ts'
import type { Tables } from './tables.ts'

/** One request that changes something of one agent. */
export type WriteRequest = {
  agentId: number
  /** The `Idempotency-Key`, or null when none was sent. */
  key: string | null
  /** From `requestHash`: the same key must come with the same hash. */
  hash: string
  /** The `If-Match` header, or null; pass it to `isStale`. */
  ifMatch: string | null
  /** Its place among writes that are under way together; without one it waits for nobody. */
  turn?: Turn | undefined
}

/** Writes that stand in a line begin in its order, each when the one before holds the agent's version row. */
export type Turn = { comes: Promise<void>; pass: () => void }

export type WriteContext = {
  agentId: number
  /** The version that every record changed by this write gets; known to the database before it is here. */
  version: Expression<number>
  /** The `opId` of the key, to be stored as `client_key` on records this write makes. */
  clientKey: string | null
  ifMatch: string | null
}

export type Work = (trx: Transaction<Tables>, context: WriteContext) => Promise<Outcome>
export type WriteOutcome = Outcome & { replayed: boolean }

const mostAttempts = 5

/**
 * The one way to change an agent's records: version, work, and the answer under its key in one transaction.
 * A work that answers 4xx leaves nothing behind but that answer; a work that throws leaves nothing.
 * Safe to repeat under the same key: the first answer comes again, `replayed`.
 */
export async function write(db: Kysely<Tables>, request: WriteRequest, work: Work): Promise<WriteOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptWrite(db, request, work)
    } catch (error) {
      const code = databaseErrorCode(error)
      if (code === 'lock_not_available') return { ...stillRunning(request), replayed: false }
      const passes = code === 'serialization_failure' || code === 'deadlock_detected'
      if (!passes || attempt === mostAttempts) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

async function attemptWrite(db: Kysely<Tables>, request: WriteRequest, work: Work): Promise<WriteOutcome> {
  const { agentId, key, ifMatch, turn } = request
  await turn?.comes
  const transaction = await db.startTransaction().execute()
  try {
    const { answered } = await beginWrite(transaction, agentId, key, turn)
    const beforeWork = await transaction.savepoint('before_work').execute()
    const version = currentVersion(agentId)
    const outcome = await work(transaction, { agentId, version, ifMatch, clientKey: clientKeyOf(key) })
    // A work that asks nothing has not heard of it yet.
    await answered
    if (outcome.status >= 400) await beforeWork.rollbackToSavepoint('before_work').execute()
    if (key !== null && isFinal(outcome.status)) await storeAnswer(transaction, request, key, outcome)
    const { isSafe } = await commitAhead(transaction)
    await isSafe
    return { ...outcome, replayed: false }
  } catch (error) {
    // A second rollback, or one on a broken connection, fails; the first error is the one to tell.
    if (!transaction.isCommitted && !transaction.isRolledBack)
      await transaction
        .rollback()
        .execute()
        .catch(() => {})
    if (!(error instanceof AnsweredBefore)) throw error
    return error.stored.request_hash === request.hash ? replay(error.stored) : { ...keyReused(), replayed: false }
  }
}

/** The answer kept under a key, with nulls when there is none. */
type StoredAnswer = { request_hash: string; status: number; headers: string; body: string }
type Begun = StoredAnswer | { [Column in keyof StoredAnswer]: null }

/** Thrown where the work asks its first question, so that nothing of it is done twice. */
class AnsweredBefore extends Error {
  readonly stored: StoredAnswer

  constructor(stored: StoredAnswer) {
    super('This key has an answer.')
    this.stored = stored
  }
}

/**
 * Takes the agent's next version, with the lock on it, and looks for an earlier answer under this key. Resolves when that is
 * on its way; the work's first question travels with it, and gets `AnsweredBefore` for an answer when there is one.
 */
async function beginWrite(
  trx: Transaction<Tables>,
  agentId: number,
  key: string | null,
  turn: Turn | undefined,
): Promise<{ answered: Promise<void> }> {
  const query = CompiledQuery.raw('select * from begin_write($1, $2)', [agentId, key]) as CompiledQuery<Begun>
  return sendAhead(trx, query, ([stored]) => {
    turn?.pass()
    if (stored !== undefined && stored.request_hash !== null) throw new AnsweredBefore(stored)
  })
}

/** The one that `begin_write` has just taken. */
function currentVersion(agentId: number): Expression<number> {
  return sql<number>`(select version from agent_versions where agent_id = ${agentId})`
}

async function storeAnswer(
  trx: Transaction<Tables>,
  request: WriteRequest,
  key: string,
  outcome: Outcome,
): Promise<void> {
  const insertion = trx.insertInto('idempotency_keys').values({
    agent_id: request.agentId,
    key,
    request_hash: request.hash,
    status: outcome.status,
    headers: JSON.stringify(outcome.headers),
    body: outcome.body === undefined ? '' : JSON.stringify(outcome.body),
  })
  await sendAhead(trx, insertion.compile())
}

function replay(stored: StoredAnswer): WriteOutcome {
  return {
    status: stored.status,
    headers: JSON.parse(stored.headers) as Record<string, string>,
    body: stored.body === '' ? undefined : (JSON.parse(stored.body) as unknown),
    replayed: true,
  }
}

/** Only what will never come out differently is remembered. */
function isFinal(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429
}

/** `opId` of `opId:revision`: it stays when a refused operation is mended and sent again. */
function clientKeyOf(key: string | null): string | null {
  return key === null ? null : key.replace(/:\d+$/, '')
}

function keyReused(): Outcome {
  return problem(422, 'key_reused', 'This idempotency key was used for another request.')
}

/**
 * The agent's version row stayed locked for `lock_timeout`: with a key, most likely by the first request under it.
 * Either way nothing happened, and the same request may come again.
 */
function stillRunning(request: WriteRequest): Outcome {
  if (request.key === null) return busy()
  return problem(409, 'key_in_progress', 'A request with this idempotency key is still running.', {
    headers: { 'retry-after': '1' },
  })
}

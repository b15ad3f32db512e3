import { setTimeout as pause } from 'node:timers/promises'
import { sql, type ControlledTransaction, type Expression, type Kysely, type Transaction } from 'kysely'
import type { Outcome } from '#server/http/outcome.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { busy, historyChanged, problem } from '#server/problem-responses.ts'
import { databaseErrorCode } from './database-errors.ts'
import { answerAgain, AnsweredBefore, beginWrite, keepAnswers } from './kept-answers.ts'
import type { KnownHistory } from './known-history.ts'
import { readAlone, type ReadFirst, type Wanted } from './read-first.ts'
import { commitAhead } from './send-ahead.ts'
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
  /** What the device knows of the agent's history, compared before anything is done; null when it said nothing. */
  known: KnownHistory | null
  /** It names no field that there is: the record stays as it is. */
  changesNothing?: boolean
  /** Its place among requests that are written together, see `write-group.ts`; without one it is written by itself. */
  member?: GroupMember | undefined
}

export type GroupMember = {
  write: (request: WriteRequest, work: Work) => Promise<WriteOutcome>
  /** Its request is over: when it has not written by now, it does not. */
  leave: () => void
}

export type WriteContext = {
  agentId: number
  /** The version that every record changed by this write gets; known to the database before it is here. */
  version: Expression<number>
  /** The `opId` of the key, to be stored as `client_key` on records this write makes. */
  clientKey: string | null
  ifMatch: string | null
  /** For records that only requests of their own change: of a group, all are read before any is written. */
  readFirst: ReadFirst
  /** See `askLast`. */
  asksNoMore: () => void
}

export type Work = {
  (trx: Transaction<Tables>, context: WriteContext): Promise<Outcome>
  /** What it asks `context.readFirst` for, so that a group can ask for all at once. */
  wanted?: Wanted
}
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
      if (code === 'lock_not_available') return stillRunning(request)
      if (code === 'history_changed') return { ...historyChanged(), replayed: false }
      const passes = code === 'serialization_failure' || code === 'deadlock_detected'
      if (!passes || attempt === mostAttempts) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

async function attemptWrite(db: Kysely<Tables>, request: WriteRequest, work: Work): Promise<WriteOutcome> {
  const trx = await db.startTransaction().execute()
  try {
    const outcome = await writeInside(trx, request, work)
    const { isSafe } = await commitAhead(trx)
    await isSafe
    return outcome
  } catch (error) {
    await rollBack(trx)
    if (error instanceof AnsweredBefore) return answerAgain(error.kept, request)
    throw error
  }
}

/** Throws `AnsweredBefore` for a key that has an answer; the caller undoes what was begun. */
async function writeInside(
  trx: ControlledTransaction<Tables>,
  request: WriteRequest,
  work: Work,
): Promise<WriteOutcome> {
  const { taken } = await beginWrite(trx, request)
  const beforeWork = await trx.savepoint('before_work').execute()
  const alone = { version: versionTaken(request.agentId), readFirst: readAlone(request.agentId), asksNoMore: () => {} }
  const worked = await work(trx, contextOf(request, alone))
  // A work that asks nothing has not heard of an earlier answer yet.
  const outcome = withVersion(worked, await taken)
  if (outcome.status >= 400) await beforeWork.rollbackToSavepoint('before_work').execute()
  await keepAnswers(trx, [{ request, outcome }])
  return { ...outcome, replayed: false }
}

/** A success names its version, also where the answer has no record: from then on the device knows of it. */
export function withVersion(outcome: Outcome, version: number): Outcome {
  if (outcome.status >= 300) return outcome
  return { ...outcome, headers: { ...outcome.headers, [headerNames.version.toLowerCase()]: String(version) } }
}

/** What the work of a request is told, once its version is taken. */
export function contextOf(
  { agentId, key, ifMatch }: WriteRequest,
  own: Pick<WriteContext, 'version' | 'readFirst' | 'asksNoMore'>,
): WriteContext {
  return { agentId, ifMatch, clientKey: clientKeyOf(key), ...own }
}

/** The one that was taken last. */
export function versionTaken(agentId: number): Expression<number> {
  return sql<number>`(select version from agent_versions where agent_id = ${agentId})`
}

/** Ends what has failed. A second rollback, or one on a broken connection, fails; the first error is the one to tell. */
export async function rollBack(trx: ControlledTransaction<Tables>): Promise<void> {
  if (trx.isCommitted || trx.isRolledBack) return
  await trx
    .rollback()
    .execute()
    .catch(() => {})
}

/** `opId` of `opId:revision`: it stays when a refused operation is mended and sent again. */
function clientKeyOf(key: string | null): string | null {
  return key === null ? null : key.replace(/:\d+$/, '')
}

/**
 * The agent's version row stayed locked for `lock_timeout`: with a key, most likely by the first request under it.
 * Either way nothing happened, and the same request may come again.
 */
export function stillRunning({ key }: Pick<WriteRequest, 'key'>): WriteOutcome {
  if (key === null) return { ...busy(), replayed: false }
  const headers = { 'retry-after': '1' }
  const answer = problem(409, 'key_in_progress', 'A request with this idempotency key is still running.', { headers })
  return { ...answer, replayed: false }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { opIdIn } from '#core/sync/operation.ts'
import type { Outcome } from '#server/http/outcome.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { busy, historyChanged, problem } from '#server/problem-responses.ts'
import { databaseErrorCode } from './database-errors.ts'
import {
  replayAnswer,
  beginWrites,
  storeAnswers,
  takeVersion,
  type AnsweredRequest,
  type KeyedRequest,
} from './stored-answers.ts'
import type { KnownHistory } from './known-history-query.ts'
import { createKeyedLimiter } from './shares.ts'
import type { Tables } from './tables.ts'
import { lockTimeoutMs } from './time-limits.ts'

export type WriteRequest = KeyedRequest & {
  ifMatch: string | null
  /** The device's known history, compared with this database's before the write. Null if the device sent none. */
  known: KnownHistory | null
  /** True for a PATCH without any known field, which leaves the record unchanged. */
  changesNothing?: boolean
  /** Set for requests that are written together; see `write-group.ts`. */
  member?: GroupMember | undefined
}

/** A request's place in a group. The writes of the group are collected, and made in one transaction if none is refused. */
export type GroupMember = {
  write: (request: WriteRequest, work: Work) => Promise<WriteOutcome>
  /** Call when the request has ended, so that the group does not wait for it. */
  leave: () => void
}

export type WriteContext = {
  agentId: number
  /** The version for every record that this write changes. */
  version: number
  /** The operation id in the idempotency key; stored as `client_key` of a created record. */
  clientKey: string | null
  ifMatch: string | null
}

/** Makes the change inside the write's transaction and returns the answer. */
export type Work = (trx: Transaction<Tables>, context: WriteContext) => Promise<Outcome>
export type WriteOutcome = Outcome & { replayed: boolean }

const maxAttempts = 5

/** Up to three writes of an agent hold a connection. They run one after another anyway, and waiting ones would occupy all connections. */
const limitPerAgent = createKeyedLimiter(3, lockTimeoutMs)

/**
 * Changes an agent's records: takes a version, does the work, and stores the answer under the key, in one transaction.
 * A 4xx stores only the answer, an exception nothing. A repeated key returns the first answer, marked
 * `replayed`.
 */
export async function write(db: Kysely<Tables>, request: WriteRequest, work: Work): Promise<WriteOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeOrRefuse(db, request, work)
    } catch (error) {
      const refusal = refusalOf(error, request)
      if (refusal !== undefined) return refusal
      const code = databaseErrorCode(error)
      const isTransient = code === 'serialization_failure' || code === 'deadlock_detected'
      if (!isTransient || attempt === maxAttempts) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

async function writeOrRefuse(db: Kysely<Tables>, request: WriteRequest, work: Work): Promise<WriteOutcome> {
  try {
    const [outcome] = await writeAll(db, [{ request, work }])
    return outcome!
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // The work was rolled back, so a second write stores the answer.
    const refusal = error.outcome
    if (request.key === null) return { ...refusal, replayed: false }
    const [outcome] = await writeAll(db, [{ request, work: async () => refusal, leavesNothing: true }])
    return outcome!
  }
}

export type PendingWrite = {
  request: WriteRequest
  work: Work
  /** True if the work changes nothing, so that a refusal needs no rollback. */
  leavesNothing?: boolean
}

/** Thrown to roll back the transaction of a refused write. */
export class Refused extends Error {
  readonly pendingWrite: PendingWrite
  readonly outcome: Outcome

  constructor(pendingWrite: PendingWrite, outcome: Outcome) {
    super(`Refused with ${outcome.status}`)
    this.pendingWrite = pendingWrite
    this.outcome = outcome
  }
}

/** Makes writes of one agent in one transaction, each with its own version and answer. If one is refused, throws `Refused` and makes none. */
export function writeAll(db: Kysely<Tables>, all: readonly PendingWrite[]): Promise<WriteOutcome[]> {
  const { agentId } = all[0]!.request
  return limitPerAgent(agentId, () =>
    db.transaction().execute(async (trx) => {
      const begun = await beginWrites(
        trx,
        agentId,
        all.map(({ request }) => request),
      )
      const outcomes: WriteOutcome[] = []
      const done: AnsweredRequest[] = []
      for (const [index, pending] of all.entries()) {
        const storedAnswer = begun.kept[index]
        if (storedAnswer) {
          outcomes.push(replayAnswer(storedAnswer, pending.request))
          continue
        }
        const version = done.length === 0 ? begun.version : await takeVersion(trx, agentId)
        const { key, ifMatch } = pending.request
        const outcome = await pending.work(trx, {
          agentId,
          ifMatch,
          clientKey: key === null ? null : opIdIn(key),
          version,
        })
        if (outcome.status >= 400 && pending.leavesNothing !== true) throw new Refused(pending, outcome)
        const answer = withVersion(outcome, version)
        done.push({ request: pending.request, outcome: answer })
        outcomes.push({ ...answer, replayed: false })
      }
      await storeAnswers(trx, done)
      return outcomes
    }),
  )
}

/** Adds the version header to a success; the answer may have no record that contains the version. */
function withVersion(outcome: Outcome, version: number): Outcome {
  if (outcome.status >= 300) return outcome
  return { ...outcome, headers: { ...outcome.headers, [headerNames.version.toLowerCase()]: String(version) } }
}

/** The answer to an error that occurred before the work began: changed history or a lock timeout. Undefined for other errors. */
export function refusalOf(error: unknown, { key }: WriteRequest): WriteOutcome | undefined {
  const code = databaseErrorCode(error)
  if (code === 'history_changed') return { ...historyChanged(), replayed: false }
  if (code !== 'lock_not_available') return undefined
  // The agent's version row was locked for `lock_timeout`: with a key, most likely by the first request under this key.
  if (key === null) return { ...busy(), replayed: false }
  const headers = { 'retry-after': '1' }
  const answer = problem(
    409,
    'key_in_progress',
    'A request with this idempotency key is still in progress. Please try again in a moment.',
    { headers },
  )
  return { ...answer, replayed: false }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { opIdIn } from '#core/sync/operation.ts'
import type { Outcome } from '#server/http/outcome.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { busy, historyChanged, problem } from '#server/problem-responses.ts'
import { databaseErrorCode } from './database-errors.ts'
import { answerAgain, beginWrites, keepAnswers, takeVersion, type Answered, type Keyed } from './kept-answers.ts'
import type { KnownHistory } from './known-history-query.ts'
import { createShares } from './shares.ts'
import type { Tables } from './tables.ts'
import { lockTimeoutMs } from './time-limits.ts'

/** One request that changes something of one agent. */
export type WriteRequest = Keyed & {
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
  /** The version that every record changed by this write gets. */
  version: number
  /** The `opId` of the key, to be stored as `client_key` on records this write makes. */
  clientKey: string | null
  ifMatch: string | null
}

export type Work = (trx: Transaction<Tables>, context: WriteContext) => Promise<Outcome>
export type WriteOutcome = Outcome & { replayed: boolean }

const mostAttempts = 5

/** Writes of one agent wait for each other anyway; without a limit, those that wait would hold all connections. */
const inShare = createShares(3, lockTimeoutMs)

/**
 * The one way to change an agent's records: version, work, and the answer under its key in one transaction.
 * A work that answers 4xx leaves nothing behind but that answer; a work that throws leaves nothing.
 * Safe to repeat under the same key: the first answer comes again, `replayed`.
 */
export async function write(db: Kysely<Tables>, request: WriteRequest, work: Work): Promise<WriteOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeOrRefuse(db, request, work)
    } catch (error) {
      const refusal = refusalOf(error, request)
      if (refusal !== undefined) return refusal
      const code = databaseErrorCode(error)
      const passes = code === 'serialization_failure' || code === 'deadlock_detected'
      if (!passes || attempt === mostAttempts) throw error
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
    // Nothing of the work is left; the answer is kept by a write of its own.
    const refusal = error.outcome
    if (request.key === null) return { ...refusal, replayed: false }
    const [outcome] = await writeAll(db, [{ request, work: async () => refusal, leavesNothing: true }])
    return outcome!
  }
}

export type Asked = {
  request: WriteRequest
  work: Work
  /** True for a work that touches nothing, so that a refusal has nothing to undo. */
  leavesNothing?: boolean
}

/** Thrown where a work is refused, so that its transaction is undone. */
export class Refused extends Error {
  readonly asked: Asked
  readonly outcome: Outcome

  constructor(asked: Asked, outcome: Outcome) {
    super(`Refused with ${outcome.status}`)
    this.asked = asked
    this.outcome = outcome
  }
}

/**
 * Writes of one agent under different keys in one transaction, each with a version and a kept answer of its own: all, or
 * none when one of them throws or is `Refused`.
 */
export function writeAll(db: Kysely<Tables>, all: readonly Asked[]): Promise<WriteOutcome[]> {
  const { agentId } = all[0]!.request
  return inShare(agentId, () =>
    db.transaction().execute(async (trx) => {
      const begun = await beginWrites(
        trx,
        agentId,
        all.map(({ request }) => request),
      )
      const outcomes: WriteOutcome[] = []
      const done: Answered[] = []
      for (const [index, asked] of all.entries()) {
        const kept = begun.kept[index]
        if (kept) {
          outcomes.push(answerAgain(kept, asked.request))
          continue
        }
        const version = done.length === 0 ? begun.version : await takeVersion(trx, agentId)
        const { key, ifMatch } = asked.request
        const outcome = await asked.work(trx, {
          agentId,
          ifMatch,
          clientKey: key === null ? null : opIdIn(key),
          version,
        })
        if (outcome.status >= 400 && asked.leavesNothing !== true) throw new Refused(asked, outcome)
        const answer = withVersion(outcome, version)
        done.push({ request: asked.request, outcome: answer })
        outcomes.push({ ...answer, replayed: false })
      }
      await keepAnswers(trx, done)
      return outcomes
    }),
  )
}

/** A success names its version, also where the answer has no record: from then on the device knows of it. */
function withVersion(outcome: Outcome, version: number): Outcome {
  if (outcome.status >= 300) return outcome
  return { ...outcome, headers: { ...outcome.headers, [headerNames.version.toLowerCase()]: String(version) } }
}

/** The answer to a request for which nothing was begun; undefined for every other error. */
export function refusalOf(error: unknown, { key }: WriteRequest): WriteOutcome | undefined {
  const code = databaseErrorCode(error)
  if (code === 'history_changed') return { ...historyChanged(), replayed: false }
  if (code !== 'lock_not_available') return undefined
  // The agent's version row stayed locked for `lock_timeout`: with a key, most likely by the first request under it.
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

import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import { opIdIn } from '#core/sync/operation.ts'
import { bareTag } from '#server/http/if-none-match.ts'
import { answered, type Outcome, type Versioned } from '#server/http/outcome.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { busy, historyChanged, notFound, problem, versionIsStale } from '#server/problem-responses.ts'
import { databaseErrorCode } from './database-errors.ts'
import type { KnownHistory } from './known-history-query.ts'
import { createKeyedLimiter } from './keyed-limiter.ts'
import type { Tables } from './tables.ts'
import { lockTimeoutMs } from './time-limits.ts'

export type WriteRequest = {
  agentId: number
  /** The idempotency key. */
  key: string | null
  /** Hash of the request; a retry under this key must have the same one. */
  hash: string
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
  write: Write
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

export type Work = (trx: Transaction<Tables>, context: WriteContext) => Promise<Outcome>
export type WriteOutcome = Outcome & { replayed: boolean }
type Write = (request: WriteRequest, work: Work) => Promise<WriteOutcome>

const maxAttempts = 5

/** At most three writes of an agent hold a connection. Only one runs at a time, and those that wait could use up all connections. */
const limitPerAgent = createKeyedLimiter(3, lockTimeoutMs)

/** Stores work and answer in one transaction; after a 4xx only the answer, after an error neither. A repeated key gets that answer (`replayed`). */
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
    if (!(error instanceof RefusedWrite)) throw error
    // The work was rolled back, so a second write stores the answer.
    const refusal = error.outcome
    if (request.key === null) return { ...refusal, replayed: false }
    const [outcome] = await writeAll(db, [{ request, work: async () => refusal, changesNoRecords: true }])
    return outcome!
  }
}

export type PendingWrite = {
  request: WriteRequest
  work: Work
  /** True if the work changes nothing, so that a refusal needs no rollback. */
  changesNoRecords?: boolean
}

/** Thrown to roll back the transaction of a refused write. */
export class RefusedWrite extends Error {
  readonly pendingWrite: PendingWrite
  readonly outcome: Outcome

  constructor(pendingWrite: PendingWrite, outcome: Outcome) {
    super(`Refused with ${outcome.status}`)
    this.pendingWrite = pendingWrite
    this.outcome = outcome
  }
}

/** Makes writes of one agent in one transaction, each with its own version and answer. If one is refused, throws `RefusedWrite` and makes none. */
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
        const storedAnswer = begun.storedAnswers[index]
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
        if (outcome.status >= 400 && pending.changesNoRecords !== true) throw new RefusedWrite(pending, outcome)
        const answer = withVersion(outcome, version)
        done.push({ request: pending.request, outcome: answer })
        outcomes.push({ ...answer, replayed: false })
      }
      await storeAnswers(trx, done)
      return outcomes
    }),
  )
}

type StoredAnswer = { key: string; request_hash: string; status: number; headers: string; body: string }

/**
 * Takes the agent's next version; other writes of the agent wait until the transaction ends. Returns the version and, for each write, the
 * answer stored under its key or for a newer revision, or null. Fails if the `known` history, which is the same for all writes of
 * a batch, is not this database's.
 */
async function beginWrites(
  trx: Transaction<Tables>,
  agentId: number,
  writes: readonly { key: string | null; known: KnownHistory | null }[],
): Promise<{ version: number; storedAnswers: (StoredAnswer | null)[] }> {
  const known = writes[0]?.known ? JSON.stringify(writes[0].known) : null
  const { rows } = await sql<{ version: number } & (StoredAnswer | { key: null })>`
    select * from begin_writes(${agentId}, ${writes.map(({ key }) => key)}::text[], ${known}::jsonb)`.execute(trx)
  return { version: rows[0]!.version, storedAnswers: rows.map((row) => (row.key === null ? null : row)) }
}

/** Takes another version, for the next write of the same transaction. Each write needs its own, because tombstones get the agent's latest version. */
async function takeVersion(trx: Transaction<Tables>, agentId: number): Promise<number> {
  const { version } = await trx
    .updateTable('agent_versions')
    .set({ version: sql`version + 1` })
    .where('agent_id', '=', agentId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Returns the stored answer, or 422 if it answered another request under the same key. The answer to a newer revision has another key and hash. */
function replayAnswer(stored: StoredAnswer, { key, hash }: WriteRequest): WriteOutcome {
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

/** Adds the version header to a success; the answer may have no record that contains the version. */
function withVersion(outcome: Outcome, version: number): Outcome {
  if (outcome.status >= 300) return outcome
  return { ...outcome, headers: { ...outcome.headers, [headerNames.version.toLowerCase()]: String(version) } }
}

type AnsweredRequest = { request: WriteRequest; outcome: Outcome }

async function storeAnswers(trx: Transaction<Tables>, answers: readonly AnsweredRequest[]): Promise<void> {
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

/** The answer to a request that failed because of changed history or a lock timeout. Undefined for other errors. */
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

/** Runs `work` on the record from `find`, in one transaction. Responds 404 if there is none, and 412 if `If-Match` names another version. */
export function findAndWrite<Current extends Versioned>(
  database: { write: Write },
  request: WriteRequest,
  find: (trx: Transaction<Tables>, agentId: number) => Promise<Current | undefined>,
  work: (trx: Transaction<Tables>, context: WriteContext, current: Current) => Promise<Outcome>,
): Promise<WriteOutcome> {
  return database.write(request, async (trx, context) => {
    const current = await find(trx, context.agentId)
    if (current === undefined) return notFound()
    if (isStale(context.ifMatch, current)) return versionIsStale(current)
    // An empty PATCH succeeds: a newer client may send only fields that this server does not have.
    return request.changesNothing === true ? answered(current) : work(trx, context, current)
  })
}

/** Whether `If-Match` names only other versions of the record. False without the header, or for `*`. */
function isStale(ifMatch: string | null, record: Versioned): boolean {
  if (ifMatch === null || ifMatch.trim() === '*') return false
  return !ifMatch.split(',').some((tag) => versionOf(tag) === String(record.version))
}

/** `"7"` and `W/"7"` both name version 7. */
function versionOf(tag: string): string {
  return bareTag(tag).replaceAll('"', '')
}

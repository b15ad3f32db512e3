import { headerNames } from '#core/contract/sync-protocol.ts'
import type { QueueEntry } from './record-queue.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { idempotencyKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction, Request, Answer } from '#core/sync/ports.ts'
import { type Claimed, requestFor, type ReadyOperation } from './rest-calls.ts'
import { type SendResult, type SendingContext, postRequest, sendWrite } from './sending-context.ts'
import { sendResultOf, type SendFailure } from './apply-failure.ts'
import { applyResult, claim, firstVerdict, type KeyOfCreate } from './send-operation.ts'
import * as v from 'valibot'
import { batchAnswersSchema, isCreatedPlaceholder } from '#core/contract/sync-batch.ts'
import { judge, type Verdict, assignedVersionIn } from '#core/sync/requests/answers.ts'
import { finalVerdict } from './look-again.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'

/** `untried`: which operations the sender must still send: `some` if the batch got full, `all` if the server refused the whole batch. */
export type BatchSent = { result: SendResult; untried: 'none' | 'some' | 'all' }

/** Well below a megabyte, above which servers refuse requests. */
const fullAtCharacters = 250_000

/**
 * Sends many operations in one request; each is claimed and settled as in `sendOperation`. An unanswered one may have been saved (fault C23).
 * One transaction claims all and one settles all, because each strict transaction waits for the disk.
 */
export async function sendBatch(sending: SendingContext, waiting: readonly QueueEntry[]): Promise<BatchSent> {
  const { members, isFull } = await sending.ports.replica.transact('write', (tx) => claimAll(tx, sending, waiting))
  const untried = isFull ? 'some' : 'none'
  if (members.length === 0) return { result: 'go-on', untried }
  const outcomes = await exchangeBatch(sending, members)
  await settleAll(sending, outcomes)
  const isRefused = outcomes.some(({ verdict }) => verdict.kind === 'not-tried')
  return { result: nextStepOfBatch(outcomes), untried: isRefused ? 'all' : untried }
}

async function claimAll(
  tx: ReplicaTransaction,
  sending: SendingContext,
  waiting: readonly QueueEntry[],
): Promise<{ members: Member[]; isFull: boolean }> {
  const members: Member[] = []
  const keys = new Map<string, string>()
  const keyOfCreate: KeyOfCreate = (entity, key) => keys.get(`${entity} ${key}`) ?? null
  let characters = 0
  for (const { seq } of waiting) {
    if (characters >= fullAtCharacters) break
    const claimed = await claim(tx, sending, seq, null, keyOfCreate)
    if (claimed === null) continue
    const { operation } = claimed.ready
    // In a batch, the key is part of the body, where proxies do not remove it.
    const built = requestFor(claimed.ready, {}, { ...sending.capabilities, keysInUrl: false })
    if ('refusal' in built) {
      await applyResult(tx, sending, claimed, { kind: 'refused', refusal: built.refusal })
      continue
    }
    const entry = batchEntry(built.request)
    members.push({ claimed, entry })
    characters += JSON.stringify(entry).length
    if (operation.kind === 'create') keys.set(`${operation.entity} ${operation.key}`, idempotencyKey(operation))
  }
  return { members, isFull: characters >= fullAtCharacters }
}

function batchEntry({ method, path, encoding, fields, headers }: Request): Fields {
  return {
    method,
    path,
    key: headers[headerNames.idempotencyKey] ?? '',
    if_match: headers['If-Match'] ?? null,
    ...(encoding === 'none' ? {} : { body: fields }),
  }
}

/** Stores all results in one transaction. If that fails, stores each by itself, so that only the failing result is lost. */
async function settleAll(sending: SendingContext, outcomes: readonly Outcome[]): Promise<void> {
  await settle(sending, outcomes).catch(async () => {
    for (const settled of await Promise.allSettled(outcomes.map((one) => settle(sending, [one]))))
      if (settled.status === 'rejected') throw settled.reason
  })
}

function settle(sending: SendingContext, outcomes: readonly Outcome[]): Promise<void> {
  return sending.ports.replica.transact('write', async (tx) => {
    for (const { claimed, verdict } of outcomes) await applyResult(tx, sending, claimed, verdict)
  })
}

type Member = { claimed: Claimed; entry: Fields }

type Outcome = { claimed: Claimed; verdict: Verdict | SendFailure }

async function exchangeBatch(sending: SendingContext, members: readonly Member[]): Promise<Outcome[]> {
  const { log, replica } = sending.ports
  const answer = await sendWrite(sending.ports, batchRequest(members, replica.owner), sending.stop)
  const byKey = answersByKey(answer)
  const forAll = byKey === null ? verdictForAll(sending, answer) : null
  log('sync.batch', { operations: members.length, answer: forAll?.kind ?? 'answered' })
  if (forAll !== null) return members.map(({ claimed }) => ({ claimed, verdict: forAll }))
  return judgeEach(sending, members, byKey ?? new Map())
}

/** Additional timeout per operation: ten times what the server needs for one. */
const perOperationMs = 100

function batchRequest(members: readonly Member[], owner: string): Request {
  const operations = members.map(({ entry }) => entry)
  const request = postRequest('sync/batch/', { operations }, { [headerNames.agent]: owner })
  return { ...request, timeoutMs: request.timeoutMs + members.length * perOperationMs }
}

/** The answers by idempotency key; null if the response is not that of a batch. An unanswered operation may have been saved (fault C23). */
function answersByKey(answer: Answer): Map<string, Answer> | null {
  if (answer.kind !== 'answered' || answer.status !== 200 || answer.bodyKind !== 'json') return null
  const parsed = v.safeParse(batchAnswersSchema, answer.body)
  if (!parsed.success) return null
  // The versions that this device has seen: those that it sent, and those of the batch's writes, which belong to the same history.
  const writtenVersions = parsed.output.answers.flatMap(({ headers }) => assignedVersionIn(headers) ?? [])
  const sentVersions = [...(answer.sentVersions ?? []), ...writtenVersions]
  const byKey = new Map<string, Answer>()
  for (const { key, status, headers, body } of parsed.output.answers) {
    const bodyKind = body === undefined ? 'empty' : 'json'
    const headersWithKey = { ...headers, [headerNames.idempotencyKey.toLowerCase()]: key }
    byKey.set(key, {
      kind: 'answered',
      status,
      headers: headersWithKey,
      body: body as Json | undefined,
      bodyKind,
      sentVersions,
    })
  }
  return byKey
}

/** Returns the result of every operation in a batch whose response does not list their answers. */
function verdictForAll({ ports }: SendingContext, answer: Answer): SendFailure {
  const verdict = judge(answer, ports)
  switch (verdict.kind) {
    case 'success':
      return { kind: 'unknown', status: 200, why: 'wrong-shape' }
    case 'unknown':
      // A firewall may block only one of the operations, so they are sent one by one.
      return verdict.why === 'page' ? { kind: 'not-tried' } : verdict
    case 'not-sent':
    case 'paused':
    case 'needs-login':
    case 'wrong-agent':
    case 'history-changed':
      return verdict
    default:
      // The server did nothing. Sending one by one shows which operation it refuses.
      return { kind: 'not-tried' }
  }
}

const maxChecksAtOnce = 6
const unanswered: Verdict = { kind: 'unknown', status: 200, why: 'wrong-shape' }

async function judgeEach(
  sending: SendingContext,
  members: readonly Member[],
  byKey: ReadonlyMap<string, Answer>,
): Promise<Outcome[]> {
  const idsByKey = new Map<string, number>()
  const firsts = members.map(({ claimed }) => {
    const key = idempotencyKey(claimed.ready.operation)
    const own = byKey.get(key)
    // A missing answer needs no proof: its verdict is `unknown`.
    const first =
      own === undefined ? { verdict: unanswered, isProved: true } : firstVerdict(sending, claimed.ready, own)
    const { verdict } = first
    const id = verdict.kind === 'success' ? serverIdOf(verdict.record?.['id']) : null
    if (id !== null) idsByKey.set(key, id)
    return { claimed, first }
  })
  // Some answers must be checked with another request; only a few run at a time.
  const outcomes: Outcome[] = []
  for (let from = 0; from < firsts.length; from += maxChecksAtOnce) {
    const some = firsts.slice(from, from + maxChecksAtOnce).map(async ({ claimed, first }) => {
      const verdict = await finalVerdict(sending, withKnownIds(claimed.ready, idsByKey), first)
      return { claimed, verdict }
    })
    outcomes.push(...(await Promise.all(some)))
  }
  return outcomes
}

function withKnownIds(ready: ReadyOperation, idsByKey: ReadonlyMap<string, number>): ReadyOperation {
  const references = Object.entries(ready.references).map(([field, reference]) => {
    const id = isCreatedPlaceholder(reference) ? idsByKey.get(reference.$created) : undefined
    return [field, id ?? reference] as const
  })
  return { ...ready, references: Object.fromEntries(references) }
}

/** Returns the most restrictive step: the answer to one operation can stop all sending. */
function nextStepOfBatch(outcomes: readonly Outcome[]): SendResult {
  const results = new Set(outcomes.map(({ verdict }) => sendResultOf(verdict)))
  const order = ['stopped', 'history-changed', 'wrong-agent', 'needs-login', 'paused', 'connection-uncertain'] as const
  return order.find((result) => results.has(result)) ?? 'go-on'
}

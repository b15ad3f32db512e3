import * as v from 'valibot'
import { batchAnswersSchema, isCreatedMark } from '#core/contract/sync-batch.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { type Verdict, judge, versionWrittenAs } from '#core/sync/requests/answers.ts'
import type { Claimed } from './claim.ts'
import { firstVerdict, lastVerdict } from './judge-answer.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import { idempotencyKey } from '#core/sync/operation.ts'
import type { Answer, Request } from '#core/sync/ports.ts'
import { postRequest, sendWrite } from '#core/sync/requests/requests.ts'
import type { ReadyOperation } from './rest-calls.ts'
import type { Course, Sending } from './sending.ts'
import { courseAfter } from './course-after.ts'
import type { Setback } from './settle.ts'

/** `entry`: its own request as it stands in the batch. */
export type Member = { claimed: Claimed; entry: Fields }

export type Outcome = { claimed: Claimed; verdict: Verdict | Setback }

/** Sends a batch and judges what came back, each operation by its own answer. */
export async function exchangeBatch(sending: Sending, members: readonly Member[]): Promise<Outcome[]> {
  const { log, replica } = sending.ports
  const answer = await sendWrite(sending.ports, batchRequest(members, replica.owner), sending.stop)
  const byKey = answersByKey(answer)
  const forAll = byKey === null ? verdictForAll(sending, answer) : null
  log('sync.batch', { operations: members.length, answer: forAll?.kind ?? 'answered' })
  if (forAll !== null) return members.map(({ claimed }) => ({ claimed, verdict: forAll }))
  return judgeEach(sending, members, byKey ?? new Map())
}

/** The server does one after the other; this is ten times what one takes. */
const perOperationMs = 100

function batchRequest(members: readonly Member[], owner: string): Request {
  const operations = members.map(({ entry }) => entry)
  const request = postRequest('sync/batch/', { operations }, { [headerNames.agent]: owner })
  return { ...request, timeoutMs: request.timeoutMs + members.length * perOperationMs }
}

/** Answers of their own, by key; null where there are none. What is missing among them has none (fault C23). */
function answersByKey(answer: Answer): Map<string, Answer> | null {
  if (answer.kind !== 'answered' || answer.status !== 200 || answer.bodyKind !== 'json') return null
  const parsed = v.safeParse(batchAnswersSchema, answer.body)
  if (!parsed.success) return null
  // What one request has written is of one history.
  const written = parsed.output.answers.flatMap(({ headers }) => versionWrittenAs(headers) ?? [])
  const shown = [...(answer.shown ?? []), ...written]
  const byKey = new Map<string, Answer>()
  for (const { key, status, headers, body } of parsed.output.answers) {
    const bodyKind = body === undefined ? 'empty' : 'json'
    const its = { ...headers, [headerNames.idempotencyKey.toLowerCase()]: key }
    byKey.set(key, { kind: 'answered', status, headers: its, body: body as Json | undefined, bodyKind, shown })
  }
  return byKey
}

/** What the answer to a whole batch says of each operation. */
function verdictForAll({ ports }: Sending, answer: Answer): Setback {
  const verdict = judge(answer, ports)
  switch (verdict.kind) {
    case 'success':
      return { kind: 'unknown', status: 200, why: 'wrong-shape' }
    case 'unknown':
      // One of them may be what does not pass.
      return verdict.why === 'page' ? { kind: 'not-tried' } : verdict
    case 'not-sent':
    case 'paused':
    case 'needs-login':
    case 'wrong-agent':
    case 'history-changed':
      return verdict
    default:
      // Nothing was done; what is the matter comes out when they go one by one.
      return { kind: 'not-tried' }
  }
}

const mostReadAgainAtOnce = 6
const unanswered: Verdict = { kind: 'unknown', status: 200, why: 'wrong-shape' }

async function judgeEach(
  sending: Sending,
  members: readonly Member[],
  byKey: ReadonlyMap<string, Answer>,
): Promise<Outcome[]> {
  const idsByKey = new Map<string, number>()
  const firsts = members.map(({ claimed }) => {
    const key = idempotencyKey(claimed.ready.operation)
    const own = byKey.get(key)
    const first =
      own === undefined ? { verdict: unanswered, isProved: true } : firstVerdict(sending, claimed.ready, own)
    const { verdict } = first
    const id = verdict.kind === 'success' ? serverIdOf(verdict.record?.['id']) : null
    if (id !== null) idsByKey.set(key, id)
    return { claimed, first }
  })
  // What the answers do not say is read again, some at a time.
  const outcomes: Outcome[] = []
  for (let from = 0; from < firsts.length; from += mostReadAgainAtOnce) {
    const some = firsts.slice(from, from + mostReadAgainAtOnce).map(async ({ claimed, first }) => {
      const verdict = await lastVerdict(sending, withKnownIds(claimed.ready, idsByKey), first)
      return { claimed, verdict }
    })
    outcomes.push(...(await Promise.all(some)))
  }
  return outcomes
}

function withKnownIds(ready: ReadyOperation, idsByKey: ReadonlyMap<string, number>): ReadyOperation {
  const references = Object.entries(ready.references).map(([field, reference]) => {
    const id = isCreatedMark(reference) ? idsByKey.get(reference.$created) : undefined
    return [field, id ?? reference] as const
  })
  return { ...ready, references: Object.fromEntries(references) }
}

/** What stops all is said by any of them; else a doubt. */
export function courseOfAll(outcomes: readonly Outcome[]): Course {
  const courses = new Set(outcomes.map(({ verdict }) => courseAfter(verdict)))
  const order = ['stopped', 'history-changed', 'wrong-agent', 'needs-login', 'paused', 'doubt'] as const
  return order.find((course) => courses.has(course)) ?? 'go-on'
}

import { isCreatedMark } from '#core/contract/sync-batch.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import type { Verdict } from './answers.ts'
import { judgeBatch } from './batch-answers.ts'
import type { Claimed } from './claim.ts'
import { firstVerdict, lastVerdict } from './judge-answer.ts'
import type { Fields } from './json.ts'
import { serverIdOf } from './keys.ts'
import { idempotencyKey } from './operation.ts'
import type { Answer, Request } from './ports.ts'
import type { ReadyOperation } from './rest-calls.ts'
import type { Course, Sending } from './sending.ts'
import { type Setback, courseAfter } from './settle.ts'

/** `entry`: its own request as it stands in the batch. */
export type Member = { claimed: Claimed; entry: Fields }

export type Outcome = { claimed: Claimed; verdict: Verdict | Setback }

/** `isRefused`: the server takes no batches like this one. */
export type Exchanged = { outcomes: Outcome[]; course: Course; isRefused: boolean }

/** Sends a batch and judges what came back, each operation by its own answer. */
export async function exchangeBatch(sending: Sending, members: readonly Member[]): Promise<Exchanged> {
  const { server, clock, random, log, replica } = sending.ports
  const request = batchRequest(members, replica.owner)
  const ask = async () => judgeBatch(await server.send(request, sending.stop), { now: clock.now(), random })
  let answer = await ask()
  if (answer.kind === 'anti-forgery') {
    await server.renewAntiForgery()
    answer = await ask()
  }
  log('sync.batch', { operations: members.length, answer: answer.kind })
  const alike = (verdict: Outcome['verdict']) => members.map(({ claimed }) => ({ claimed, verdict }))
  switch (answer.kind) {
    case 'alike':
      return { outcomes: alike(answer.verdict), course: courseAfter(answer.verdict), isRefused: false }
    case 'refused':
    case 'anti-forgery':
      // Nothing was done; what is the matter comes out when they go one by one.
      return { outcomes: alike({ kind: 'put-back' }), course: 'go-on', isRefused: true }
    case 'answered': {
      const outcomes = await judgeEach(sending, members, answer.byKey)
      return { outcomes, course: courseOfAll(outcomes), isRefused: false }
    }
  }
}

const answerWithinMs = 30_000
/** The server does one after the other; this is ten times what one takes. */
const perOperationMs = 100

function batchRequest(members: readonly Member[], owner: string): Request {
  return {
    method: 'POST',
    path: 'sync/batch/',
    encoding: 'json',
    fields: { operations: members.map(({ entry }) => entry) },
    files: {},
    headers: { [headerNames.agent]: owner },
    timeoutMs: answerWithinMs + members.length * perOperationMs,
  }
}

const mostReadAgainAtOnce = 6

async function judgeEach(
  sending: Sending,
  members: readonly Member[],
  byKey: ReadonlyMap<string, Answer>,
): Promise<Outcome[]> {
  const idsByKey = new Map<string, number>()
  const firsts = members.map(({ claimed }) => {
    const key = idempotencyKey(claimed.ready.operation)
    const own = byKey.get(key)
    const first: Verdict =
      own === undefined
        ? { kind: 'unknown', status: 200, why: 'wrong-shape' }
        : firstVerdict(sending, claimed.ready, own)
    const id = first.kind === 'success' ? serverIdOf(first.record?.['id']) : null
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
function courseOfAll(outcomes: readonly Outcome[]): Course {
  const courses = new Set(outcomes.map(({ verdict }) => (verdict.kind === 'success' ? 'go-on' : courseAfter(verdict))))
  const order = ['stopped', 'history-changed', 'wrong-agent', 'needs-login', 'paused', 'doubt'] as const
  return order.find((course) => courses.has(course)) ?? 'go-on'
}

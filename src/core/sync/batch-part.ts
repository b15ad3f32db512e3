import { isCreatedMark } from '#core/contract/sync-batch.ts'
import type { Verdict } from './answers.ts'
import { judgeBatch } from './batch-answers.ts'
import { batchEntry, batchRequest } from './batch-request.ts'
import type { Claimed } from './claim.ts'
import { firstVerdict, lastVerdict } from './judge-answer.ts'
import type { Json } from './json.ts'
import { serverIdOf } from './keys.ts'
import { idempotencyKey } from './operation.ts'
import { type ReadyOperation, requestFor } from './rest-calls.ts'
import type { Course, Sending } from './sending.ts'
import { courseAfter } from './settle.ts'

export type Outcome = { claimed: Claimed; verdict: Verdict | { kind: 'put-back' } }

export type PartMember = {
  claimed: Claimed
  ready: ReadyOperation
  key: string
  /** Null when it cannot be sent; then `verdict` says why. */
  entry: Json | null
  verdict: Verdict | null
}

/** Longer bodies are cut into several requests; servers refuse what is larger than a megabyte. */
const mostCharacters = 250_000
const mostReadAgainAtOnce = 6

/** As many of the claimed as go into one request, in their order; at least one. */
export function nextPart(
  sending: Sending,
  claimed: readonly Claimed[],
  idsByKey: ReadonlyMap<string, number>,
): PartMember[] {
  const part: PartMember[] = []
  const keys = new Set<string>()
  let characters = 0
  for (const one of claimed) {
    const member = memberOf(sending, one, idsByKey, keys)
    characters += member.entry === null ? 0 : JSON.stringify(member.entry).length
    if (characters > mostCharacters && part.length > 0) break
    part.push(member)
    if (member.entry !== null) keys.add(member.key)
  }
  return part
}

function memberOf(
  sending: Sending,
  claimed: Claimed,
  idsByKey: ReadonlyMap<string, number>,
  keysInPart: ReadonlySet<string>,
): PartMember {
  const ready = withKnownIds(claimed.ready, idsByKey)
  const member = { claimed, ready, key: idempotencyKey(ready.operation) }
  const isNamedInVain = Object.values(ready.references).some(
    (reference) => isCreatedMark(reference) && !keysInPart.has(reference.$created),
  )
  // The record it belongs to was not made by an earlier part.
  if (isNamedInVain) return { ...member, entry: null, verdict: { kind: 'blocked' } }
  const built = requestFor(ready, {}, sending.abilities)
  if ('refusal' in built) return { ...member, entry: null, verdict: { kind: 'refused', refusal: built.refusal } }
  return { ...member, entry: batchEntry(built.request), verdict: null }
}

function withKnownIds(ready: ReadyOperation, idsByKey: ReadonlyMap<string, number>): ReadyOperation {
  const references = Object.entries(ready.references).map(([field, reference]) => {
    const id = isCreatedMark(reference) ? idsByKey.get(reference.$created) : undefined
    return [field, id ?? reference] as const
  })
  return { ...ready, references: Object.fromEntries(references) }
}

export type PartSent = { outcomes: Outcome[]; course: Course; isRefused: boolean }

/** Sends one part and judges what came back, each operation by its own answer; ids of new records go into `idsByKey`. */
export async function exchangePart(
  sending: Sending,
  part: readonly PartMember[],
  idsByKey: Map<string, number>,
): Promise<PartSent> {
  const entries = part.flatMap(({ entry }) => (entry === null ? [] : [entry]))
  const [first] = part
  if (first === undefined || entries.length === 0)
    return { outcomes: part.map(ownOutcome), course: 'go-on', isRefused: false }
  const { server, clock, random, log } = sending.ports
  const request = batchRequest(entries, first.ready)
  const ask = async () => judgeBatch(await server.send(request, sending.stop), { now: clock.now(), random })
  let answer = await ask()
  if (answer.kind === 'anti-forgery') {
    await server.renewAntiForgery()
    answer = await ask()
  }
  log('sync.batch', { operations: entries.length, answer: answer.kind })
  switch (answer.kind) {
    case 'alike': {
      const { verdict } = answer
      const outcomes = part.map((member) =>
        member.entry === null ? ownOutcome(member) : { claimed: member.claimed, verdict },
      )
      return { outcomes, course: courseAfter(verdict), isRefused: false }
    }
    case 'refused':
    case 'anti-forgery': {
      // Nothing was done; what is the matter comes out when they go one by one.
      const outcomes = part.map((member): Outcome =>
        member.entry === null ? ownOutcome(member) : { claimed: member.claimed, verdict: { kind: 'put-back' } },
      )
      return { outcomes, course: 'go-on', isRefused: true }
    }
    case 'answered': {
      const { byKey } = answer
      const verdicts = part.map(({ ready, key, verdict }): Verdict => {
        const own = byKey.get(key)
        if (verdict !== null) return verdict
        return own === undefined
          ? { kind: 'unknown', status: 200, why: 'wrong-shape' }
          : firstVerdict(sending, ready, own)
      })
      for (const [index, verdict] of verdicts.entries()) {
        const member = part[index]
        const id = verdict.kind === 'success' ? serverIdOf(verdict.record?.['id']) : null
        if (member !== undefined && id !== null) idsByKey.set(member.key, id)
      }
      const outcomes = await settled(sending, part, verdicts, idsByKey)
      return { outcomes, course: courseOfAll(outcomes), isRefused: false }
    }
  }
}

function ownOutcome({ claimed, verdict }: PartMember): Outcome {
  return { claimed, verdict: verdict ?? { kind: 'put-back' } }
}

/** What the answers do not say is read again, some at a time. */
async function settled(
  sending: Sending,
  part: readonly PartMember[],
  firsts: readonly Verdict[],
  idsByKey: ReadonlyMap<string, number>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < part.length; index = next++) {
      const member = part[index]
      const first = firsts[index]
      if (member === undefined || first === undefined) continue
      const { claimed, ready } = member
      const verdict = member.entry === null ? first : await lastVerdict(sending, withKnownIds(ready, idsByKey), first)
      outcomes[index] = { claimed, verdict }
    }
  }
  await Promise.all(Array.from({ length: mostReadAgainAtOnce }, work))
  return outcomes
}

/** What stops all is said by any of them; else a doubt. */
function courseOfAll(outcomes: readonly Outcome[]): Course {
  const courses = new Set(
    outcomes.map(({ verdict }): Course =>
      verdict.kind === 'success' || verdict.kind === 'put-back' ? 'go-on' : courseAfter(verdict),
    ),
  )
  const order = ['stopped', 'wrong-agent', 'needs-login', 'paused', 'doubt'] as const
  return order.find((course) => courses.has(course)) ?? 'go-on'
}

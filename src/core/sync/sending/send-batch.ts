import { headerNames } from '#core/contract/sync-protocol.ts'
import type { Waiting } from './chains.ts'
import { type KeyOfCreate, claim } from './claim.ts'
import { type Member, type Outcome, courseOfAll, exchangeBatch } from './exchange-batch.ts'
import type { Fields } from '#core/contract/json.ts'
import { idempotencyKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction, Request } from '#core/sync/ports.ts'
import { requestFor } from './rest-calls.ts'
import type { Course, Sending } from './sending.ts'
import { settleVerdict } from './settle.ts'

/** `untried`: those that go again at once; `all` where the server takes no batches like this one. */
export type BatchSent = { course: Course; untried: 'none' | 'some' | 'all' }

/** Servers refuse what is larger than a megabyte. */
const fullAtCharacters = 250_000

/**
 * Sends many operations in one request, with the promises of `sendOperation` for each: claimed by compare-and-set, frozen
 * with its key, and settled by its own answer; without one it may have arrived (fault C23). Claiming and settling are one
 * transaction each, because a durable one costs a wait for the disk, however little is in it.
 */
export async function sendBatch(sending: Sending, waiting: readonly Waiting[]): Promise<BatchSent> {
  const { members, isFull } = await sending.ports.replica.transact('write', (store) =>
    claimAll(store, sending, waiting),
  )
  const untried = isFull ? 'some' : 'none'
  if (members.length === 0) return { course: 'go-on', untried }
  const outcomes = await exchangeBatch(sending, members)
  await settleAll(sending, outcomes)
  const isRefused = outcomes.some(({ verdict }) => verdict.kind === 'not-tried')
  return { course: courseOfAll(outcomes), untried: isRefused ? 'all' : untried }
}

/** Claims as many as go into one request, in their order. */
async function claimAll(
  store: ReplicaTransaction,
  sending: Sending,
  waiting: readonly Waiting[],
): Promise<{ members: Member[]; isFull: boolean }> {
  const members: Member[] = []
  const keys = new Map<string, string>()
  const keyOfCreate: KeyOfCreate = (entity, key) => keys.get(`${entity} ${key}`) ?? null
  let characters = 0
  for (const { seq } of waiting) {
    if (characters >= fullAtCharacters) break
    const claimed = await claim(store, sending, seq, null, keyOfCreate)
    if (claimed === null) continue
    const { operation } = claimed.ready
    // Its key stands beside it in the batch, where nothing takes it out.
    const built = requestFor(claimed.ready, {}, { ...sending.abilities, keysInAddress: false })
    if ('refusal' in built) {
      await settleVerdict(store, sending, claimed, { kind: 'refused', refusal: built.refusal })
      continue
    }
    const entry = batchEntry(built.request)
    members.push({ claimed, entry })
    characters += JSON.stringify(entry).length
    if (operation.kind === 'create') keys.set(`${operation.entity} ${operation.key}`, idempotencyKey(operation))
  }
  return { members, isFull: characters >= fullAtCharacters }
}

/** One operation's own request as it stands in a batch. */
function batchEntry({ method, path, encoding, fields, headers }: Request): Fields {
  return {
    method,
    path,
    key: headers[headerNames.idempotencyKey] ?? '',
    if_match: headers['If-Match'] ?? null,
    ...(encoding === 'none' ? {} : { body: fields }),
  }
}

/** When one of them cannot be stored, each is by itself, so that it takes no others along. */
async function settleAll(sending: Sending, outcomes: readonly Outcome[]): Promise<void> {
  await settle(sending, outcomes).catch(async () => {
    for (const settled of await Promise.allSettled(outcomes.map((one) => settle(sending, [one]))))
      if (settled.status === 'rejected') throw settled.reason
  })
}

function settle(sending: Sending, outcomes: readonly Outcome[]): Promise<void> {
  return sending.ports.replica.transact('write', async (store) => {
    for (const { claimed, verdict } of outcomes) await settleVerdict(store, sending, claimed, verdict)
  })
}

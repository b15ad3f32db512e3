import { fieldsOf } from '#core/contract/json.ts'
import { idOfKey, serverIdOf } from '#core/sync/records/keys.ts'
import { type Success, type Verdict, isProof, judge, nothingLeft } from '#core/sync/requests/answers.ts'
import { idempotencyKey, type Operation } from '#core/sync/operation.ts'
import type { Answer } from '#core/sync/ports.ts'
import { ownRefusal } from '#core/sync/requests/refusals.ts'
import { keysWithoutTrace } from './ask-for-keys.ts'
import { isMainPhotoCall, type ReadyOperation } from './rest-calls.ts'
import { afterReadingAgain, lookForGone, withNewestRecord, withRecordToMerge } from './read-after-answer.ts'
import type { Sending } from './sending.ts'

/** `isProved`: the answer is our server's, or the server is one that could not prove it. */
type FirstVerdict = { verdict: Verdict; isProved: boolean }

/** What an answer means for its operation at once; another request may be needed before it can be settled. */
export function firstVerdict({ ports, abilities }: Sending, ready: ReadyOperation, answer: Answer): FirstVerdict {
  const { operation, entity, id } = ready
  const key = idempotencyKey(operation)
  const kind = entity === operation.entity ? operation.kind : 'update'
  const verdict = judge(answer, ports, { kind, id, opId: operation.opId, key })
  return { verdict, isProved: !abilities.traces || (answer.kind === 'answered' && isProof(answer, key)) }
}

/** The verdict to settle by, after reading again what the answer does not say. */
export async function lastVerdict(
  sending: Sending,
  ready: ReadyOperation,
  { verdict: first, isProved }: FirstVerdict,
): Promise<Verdict> {
  const { operation } = ready
  let verdict = isProved ? first : await proved(sending, operation, first)
  const hasTrace = sending.abilities.traces && (verdict.kind === 'success' || verdict.kind === 'gone')
  if (verdict.kind === 'success') verdict = await withNewestRecord(sending, ready, verdict)
  if (verdict.kind === 'success') verdict = await refusedIfPhotoStays(sending, ready, verdict)
  if (verdict.kind === 'clash') verdict = await afterReadingAgain(sending, ready, verdict)
  if (verdict.kind === 'stale') verdict = await withRecordToMerge(sending, ready, verdict)
  if (verdict.kind === 'gone') verdict = await lookForGone(sending, ready, verdict)
  // Gone is what a delete wanted (fault G6).
  if (verdict.kind === 'gone' && operation.kind === 'delete') verdict = nothingLeft
  if (hasTrace && verdict.kind === 'success') verdict = { ...verdict, hasTrace }
  sending.ports.log('sync.answer', {
    opId: operation.opId,
    revision: operation.revision,
    attempt: operation.attempts,
    verdict: verdict.kind,
  })
  return verdict
}

/**
 * Something on the way may have answered in the server's place and passed nothing on, so the server is asked whether it has the key.
 * If it has, the answer may still be an old one: the record is read again.
 */
async function proved(sending: Sending, operation: Operation, verdict: Verdict): Promise<Verdict> {
  if (verdict.kind !== 'success' && verdict.kind !== 'gone') return verdict
  const asked = await keysWithoutTrace(sending, [idempotencyKey(operation)])
  const isKnown = asked.end === 'answered' && asked.names.size === 0
  if (!isKnown) return { kind: 'unknown', status: null, why: 'wrong-shape' }
  return verdict.kind === 'success' ? { ...verdict, isReplay: true } : verdict
}

/** The specification sends a main photo with its listing and has no word for removing one: a server may take the request and leave it. */
async function refusedIfPhotoStays(
  { ports, abilities }: Sending,
  { operation }: ReadyOperation,
  success: Success,
): Promise<Verdict> {
  const images = success.record?.['images']
  if (operation.kind !== 'delete' || !isMainPhotoCall(operation, abilities) || !Array.isArray(images)) return success
  const id = await ports.replica.transact('read', (store) => idOfKey(store, operation.entity, operation.key))
  const isThere = id !== null && images.some((image) => serverIdOf(fieldsOf(image)?.['id']) === id)
  if (!isThere) return success
  const message = 'Your office’s server cannot remove the main photo. Choose another photo to replace it.'
  return { kind: 'refused', refusal: ownRefusal('unsupported', message, ports.clock.now()) }
}

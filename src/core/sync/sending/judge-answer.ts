import { fieldsOf } from '#core/contract/json.ts'
import { idOfKey, serverIdOf } from '#core/sync/records/keys.ts'
import { type Success, type Verdict, judge, nothingLeft } from '#core/sync/requests/answers.ts'
import { idempotencyKey } from '#core/sync/operation.ts'
import type { Answer } from '#core/sync/ports.ts'
import { ownRefusal } from '#core/sync/requests/refusals.ts'
import { isMainPhotoCall, type ReadyOperation } from './rest-calls.ts'
import { afterReadingAgain, lookForGone, withNewestRecord, withRecordToMerge } from './read-after-answer.ts'
import type { Sending } from './sending.ts'

/** What an answer means for its operation at once; another request may be needed before it can be settled. */
export function firstVerdict(sending: Sending, ready: ReadyOperation, answer: Answer): Verdict {
  const { operation, entity, id } = ready
  return judge(answer, sending.ports, {
    kind: entity === operation.entity ? operation.kind : 'update',
    id,
    opId: operation.opId,
    key: idempotencyKey(operation),
  })
}

/** The verdict to settle by, after reading again what the answer does not say. */
export async function lastVerdict(sending: Sending, ready: ReadyOperation, first: Verdict): Promise<Verdict> {
  const { operation } = ready
  let verdict = first
  if (verdict.kind === 'success') verdict = await withNewestRecord(sending, ready, verdict)
  if (verdict.kind === 'success') verdict = await refusedIfPhotoStays(sending, ready, verdict)
  if (verdict.kind === 'clash') verdict = await afterReadingAgain(sending, ready, verdict)
  if (verdict.kind === 'stale') verdict = await withRecordToMerge(sending, ready, verdict)
  if (verdict.kind === 'gone') verdict = await lookForGone(sending, ready, verdict)
  // Gone is what a delete wanted (fault G6).
  if (verdict.kind === 'gone' && operation.kind === 'delete') verdict = nothingLeft
  sending.ports.log('sync.answer', {
    opId: operation.opId,
    revision: operation.revision,
    attempt: operation.attempts,
    verdict: verdict.kind,
  })
  return verdict
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

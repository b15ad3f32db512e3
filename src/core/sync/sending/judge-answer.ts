import { type Verdict, judge, nothingLeft } from '#core/sync/requests/answers.ts'
import { idempotencyKey } from '#core/sync/operation.ts'
import type { Answer } from '#core/sync/ports.ts'
import type { ReadyOperation } from './rest-calls.ts'
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

import type { Verdict } from './answers.ts'
import { confirm } from './confirm.ts'
import type { JournalEntry, Operation } from './operation.ts'
import type { ReplicaTransaction } from './ports.ts'
import type { Course, Sending, Sent } from './sending.ts'
import { courseAfter, settleSetback } from './settle.ts'

export type Success = Extract<Verdict, { kind: 'success' }>

/** A success that brings no record along. */
export const nothingLeft: Success = { kind: 'success', record: null, version: null, location: null, isReplay: false }

/** Stores what an operation that was claimed came to. */
export async function settleVerdict(
  sending: Sending,
  operation: Operation,
  before: Operation,
  verdict: Verdict,
): Promise<Sent> {
  if (verdict.kind === 'success') {
    return { course: 'go-on', hasLeft: await storeSuccess(sending, operation, verdict, 'sent') }
  }
  await sending.ports.replica.transact('write', (store) => settleSetback(store, sending, operation, before, verdict))
  return { course: courseAfter(verdict), hasLeft: false }
}

/** A success is a fact, whoever learns of it and however late (fault B5). */
export async function settleSuccess(
  sending: Sending,
  operation: Operation,
  answer: Success,
  note: JournalEntry['note'],
): Promise<Course> {
  await storeSuccess(sending, operation, answer, note)
  return 'go-on'
}

/** Resolves to whether the operation has left the outbox; one that was revised meanwhile stays. */
async function storeSuccess(
  sending: Sending,
  operation: Operation,
  answer: Success,
  note: JournalEntry['note'],
): Promise<boolean> {
  const { replica } = sending.ports
  const settled = await replica.transact('write', (store) => putSuccess(store, sending, operation, answer, note))
  if (settled.blobKeys.length > 0) await replica.deleteFiles(settled.blobKeys)
  return settled.hasLeft
}

/** The same in the caller's transaction, with the files that are not needed any more. */
export async function putSuccess(
  store: ReplicaTransaction,
  sending: Sending,
  operation: Operation,
  answer: Success,
  note: JournalEntry['note'],
): Promise<{ hasLeft: boolean; blobKeys: string[] }> {
  const current = await store.operation(operation.seq)
  if (current === undefined) return { hasLeft: true, blobKeys: [] }
  if (current.revision !== operation.revision) return { hasLeft: false, blobKeys: [] }
  return { hasLeft: true, blobKeys: await confirm(store, sending, current, answer, note) }
}

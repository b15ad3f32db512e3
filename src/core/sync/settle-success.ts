import type { Verdict } from './answers.ts'
import type { Claimed } from './claim.ts'
import { confirm } from './confirm.ts'
import type { JournalEntry, Operation } from './operation.ts'
import type { ReplicaTransaction } from './ports.ts'
import type { Sending } from './sending.ts'
import { type Setback, settleSetback } from './settle.ts'

export type Success = Extract<Verdict, { kind: 'success' }>

/** A success that brings no record along. */
export const nothingLeft: Success = { kind: 'success', record: null, version: null, location: null, isReplay: false }

/** Settles in one durable transaction; `work` tells which files are not needed any more after it. */
export async function settling(
  { ports: { replica } }: Sending,
  work: (store: ReplicaTransaction) => Promise<string[]>,
): Promise<void> {
  const blobKeys = await replica.transact('write', work)
  if (blobKeys.length > 0) await replica.deleteFiles(blobKeys)
}

/** Stores what an operation that was claimed came to, in the caller's transaction. */
export async function settleVerdict(
  store: ReplicaTransaction,
  sending: Sending,
  { ready: { operation }, before }: Claimed,
  verdict: Verdict | Setback,
): Promise<string[]> {
  if (verdict.kind === 'success') return settleSuccess(store, sending, operation, verdict, 'sent')
  await settleSetback(store, sending, operation, before, verdict)
  return []
}

/** A success is a fact, whoever learns of it and however late (fault B5); an operation that was revised meanwhile stays. */
export async function settleSuccess(
  store: ReplicaTransaction,
  sending: Sending,
  operation: Operation,
  answer: Success,
  note: JournalEntry['note'],
): Promise<string[]> {
  const current = await store.operation(operation.seq)
  if (current === undefined || current.revision !== operation.revision) return []
  return confirm(store, sending, current, answer, note)
}

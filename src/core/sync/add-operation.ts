import type { NewOperation } from './operation.ts'
import type { ReplicaTransaction } from './ports.ts'

/** How many operations were ever made on this device: a count that only rises, whatever becomes of them (fault J12). */
export const madeFact = 'operations-made'

/** Puts an operation into the outbox and counts it, in the caller's transaction. */
export async function addOperation(store: ReplicaTransaction, operation: NewOperation): Promise<number> {
  const seq = await store.addOperation(operation)
  await store.putFact(madeFact, seq)
  return seq
}

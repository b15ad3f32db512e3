import { queuedAgain } from './new-operation.ts'
import type { Operation } from './operation.ts'
import type { Replica } from './ports.ts'

/**
 * Takes back what the agent is asked about a record when it does not hold any more: what was deleted on the server is
 * there again, or what was changed there is deleted now. It is sent, settled or asked about as the record is now (faults G4,
 * G6, C19), under a new key, because a refusal stays with the old one. Gives back what was taken back.
 */
export async function askAnew(replica: Replica, conflictSeqs: readonly number[]): Promise<Map<number, Operation>> {
  if (conflictSeqs.length === 0) return new Map()
  return replica.transact('write', async (store) => {
    const anew = new Map<number, Operation>()
    for (const seq of conflictSeqs) {
      const operation = await store.operation(seq)
      if (operation === undefined || operation.conflict === null) continue
      const base = await store.base(operation.entity, operation.key)
      const wasGone = operation.conflict.theirs === null
      if (base === undefined || wasGone === (base.gone === true)) continue
      const again = { ...queuedAgain(operation), revision: operation.revision + 1 }
      await store.putOperation(again)
      anew.set(seq, again)
    }
    return anew
  })
}

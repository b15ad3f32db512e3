import { underNewKey } from './new-operation.ts'
import type { Conflict, Operation } from './operation.ts'
import type { Base, Replica } from './ports.ts'
import { isSameValue } from './same-value.ts'
import { mostMergeRounds } from './settle.ts'

/**
 * Takes back what the agent is asked about a record when it does not hold any more: what was deleted on the server is there
 * again, or what was changed there is deleted now or has been changed once more. It is sent, settled or asked about as the
 * record is now (faults G2, G4, G6, C19), under a new key, because a refusal stays with the old one. Gives back what was
 * taken back.
 */
export async function askAnew(replica: Replica, conflictSeqs: readonly number[]): Promise<Map<number, Operation>> {
  if (conflictSeqs.length === 0) return new Map()
  return replica.transact('write', async (store) => {
    const anew = new Map<number, Operation>()
    for (const seq of conflictSeqs) {
      const operation = await store.operation(seq)
      if (operation === undefined || operation.conflict === null) continue
      const base = await store.base(operation.entity, operation.key)
      if (base === undefined || stillHolds(operation, operation.conflict, base)) continue
      const again = underNewKey(operation)
      await store.putOperation(again)
      anew.set(seq, again)
    }
    return anew
  })
}

function stillHolds(operation: Operation, { theirs, theirVersion, fields }: Conflict, base: Base): boolean {
  if (theirs === null || base.gone === true) return theirs === null && base.gone === true
  // Between two forms of this device the server's copy has no say, and at a busy record it is the agent's turn (fault G21).
  if (theirVersion === null || operation.mergeRounds > mostMergeRounds) return true
  const asked = operation.kind === 'delete' ? Object.keys(operation.base) : fields
  return asked.every((field) => isSameValue(theirs[field], base.record?.[field]))
}

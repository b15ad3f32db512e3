import { underNewKey } from '#core/sync/records/operations.ts'
import type { Conflict, Operation } from '#core/sync/operation.ts'
import type { Base } from '#core/sync/ports.ts'
import { prepareToSend } from '#core/sync/sending/prepare-to-send.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { SendingContext } from '#core/sync/sending/sending-context.ts'
import { maxMergeRounds } from '#core/sync/sending/apply-failure.ts'

/**
 * Brings open conflicts up to date with their records. If nothing is left to decide, queues the operation under a new key. Resolves to true
 * if there is something to send (faults G2, G4, G6, C19).
 */
export async function reviewConflicts(sending: SendingContext): Promise<boolean> {
  const { replica } = sending.ports
  const conflicts = await replica.transact('read', (tx) => tx.operationsInState('conflict'))
  let isSomethingToSend = false
  for (const { seq } of conflicts) {
    const prepared = await replica.transact('write', async (tx) => {
      const operation = await tx.operation(seq)
      if (operation === undefined || operation.conflict === null) return null
      const base = await tx.base(operation.entity, operation.key)
      if (base === undefined || stillHolds(operation, operation.conflict, base)) return null
      const requeued = underNewKey(operation)
      await tx.putOperation(requeued)
      return prepareToSend(tx, sending, requeued, null)
    })
    if (prepared !== null) isSomethingToSend = true
  }
  return isSomethingToSend
}

function stillHolds(operation: Operation, { theirs, theirVersion, fields }: Conflict, base: Base): boolean {
  if (theirs === null || base.gone === true) return theirs === null && base.gone === true
  // These conflicts stay until the agent decides: between two forms of this device, with a server without versions (both without
  // `theirVersion`), and after too many merges (fault G21).
  if (theirVersion === null || operation.mergeRounds > maxMergeRounds) return true
  const compared = operation.kind === 'delete' ? Object.keys(operation.base) : fields
  return compared.every((field) => isSameValue(theirs[field], base.record?.[field]))
}

import { underNewKey } from '#core/sync/records/operations.ts'
import type { Conflict, Operation } from '#core/sync/operation.ts'
import type { Base } from '#core/sync/ports.ts'
import { prepareToSend } from '#core/sync/sending/prepare-to-send.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { SendingContext } from '#core/sync/sending/sending-context.ts'
import { maxMergeRounds } from '#core/sync/sending/apply-failure.ts'

/**
 * Brings open conflicts up to date; resolves to true if an operation can be sent again. If a record was changed, deleted or restored
 * since, the agent is asked about its newest state. If nothing is left to decide, the operation is queued under a new key (faults G2, G4,
 * G6, C19).
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
      const again = underNewKey(operation)
      await tx.putOperation(again)
      return prepareToSend(tx, sending, again, null)
    })
    if (prepared !== null) isSomethingToSend = true
  }
  return isSomethingToSend
}

/** False if the record has changed on the server since the agent was asked. */
function stillHolds(operation: Operation, { theirs, theirVersion, fields }: Conflict, base: Base): boolean {
  if (theirs === null || base.gone === true) return theirs === null && base.gone === true
  // `theirVersion` is null for a conflict between two forms of this device, and with a server that sends no versions. After too many
  // merges, only the agent decides (fault G21).
  if (theirVersion === null || operation.mergeRounds > maxMergeRounds) return true
  const asked = operation.kind === 'delete' ? Object.keys(operation.base) : fields
  return asked.every((field) => isSameValue(theirs[field], base.record?.[field]))
}

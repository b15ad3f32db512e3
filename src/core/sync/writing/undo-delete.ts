import { type DeletedRecord, undoMs } from './delete-record.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { isUnattempted } from './update-record.ts'
import { mergeFields } from './merge.ts'
import { pick } from '#core/sync/records/record-fields.ts'
import { queuedAgain } from '#core/sync/records/operations.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { Clock, Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { storeBase, rebase } from '#core/sync/records/rebase.ts'

/** Restores a deleted record while its deletion waits. `too-late`: the deletion may have been sent, or the server deleted the record. */
export async function undoDelete(
  replica: Replica,
  { entity, key, deleteOpId, foldedAway }: DeletedRecord,
): Promise<'undone' | 'too-late'> {
  return replica.transact('write', async (tx) => {
    // Null: the server never had the record, so no deletion was queued.
    if (deleteOpId === null) await putBack(tx, foldedAway)
    else {
      const deletion = await tx.operationByOpId(deleteOpId)
      if (deletion !== undefined && isUnattempted(deletion)) {
        await discardDeletion(tx, deletion)
        await rebase(tx, entity, key)
      }
    }
    return (await tx.row(entity, key)) === undefined ? 'too-late' : 'undone'
  })
}

/** Discards an unsent deletion, in the caller's transaction, and restores the operations it dropped. The caller calls `rebase`. */
export async function discardDeletion(tx: ReplicaTransaction, deletion: Operation): Promise<void> {
  const { seq, entity, key, foldedAway = [] } = deletion
  // The record may have another key since the operations were dropped.
  const withCurrentKey = (one: Operation) => (one.entity === entity ? { ...one, key } : one)
  await putBack(tx, foldedAway.map(withCurrentKey))
  await tx.deleteOperations([seq])
}

/** Restores operations with their old `seq`, so that later ones are still sent later. */
async function putBack(tx: ReplicaTransaction, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    const { entity, key, kind } = operation
    if ((await tx.operationByOpId(operation.opId)) !== undefined) continue
    if (kind === 'create') await mergeLaterEdits(tx, operation)
    // If operations wait, the base is stored already, or there is none because one of them creates the record.
    else if ((await tx.recordQueue(entity, key)).length === 0) await storeBase(tx, entity, key)
    await tx.putOperation(operation)
    await rebase(tx, entity, key)
  }
}

/** Merges edits that another form saved after the deletion with the restored create. While the record was deleted, they were in conflict. */
async function mergeLaterEdits(tx: ReplicaTransaction, create: Operation): Promise<void> {
  const { entity, key } = create
  for (const later of await tx.recordQueue(entity, key)) {
    if (later.conflict === null || later.conflict.theirs !== null) continue
    const { changes, conflicts } = mergeFields(later.base, later.changes, create.changes, kinds[entity].mergeRules)
    const base = { ...later.base, ...pick(create.changes, Object.keys(changes)) }
    if (conflicts.length === 0) await tx.putOperation({ ...queuedAgain(later), changes, base })
    else {
      const theirs = pick(create.changes, conflicts)
      // `isHere`: the other side of the conflict is on this device, not on the server.
      const conflict = { ...later.conflict, theirs, isHere: true, fields: conflicts }
      await tx.putOperation({ ...later, conflict })
    }
  }
  if ((await tx.base(entity, key))?.gone === true) await tx.deleteBase(entity, key)
}

/** True for a deletion that waits for *Undo* to end, and was never sent. */
export function canBeUndone({ kind, state, attempts, nextAt }: Operation, now: number): boolean {
  return kind === 'delete' && state === 'waiting' && attempts === 0 && nextAt > now
}

/** Extends *Undo*, and so the deletion's wait, while its notification is being read. */
export async function extendUndo(replica: Replica, clock: Pick<Clock, 'now'>, opId: string): Promise<void> {
  await replica.transact('write', async (tx) => {
    const deletion = await tx.operationByOpId(opId)
    const now = clock.now()
    if (deletion === undefined || !canBeUndone(deletion, now)) return
    await tx.putOperation({ ...deletion, nextAt: now + undoMs })
  })
}

/** Ends *Undo*, so that deletions waiting for it are sent: the agent leaves, or sends everything. */
export async function endUndo(replica: Replica): Promise<void> {
  await replica.transact('write', async (tx) => {
    for (const operation of await tx.operationsInState('waiting')) {
      // With time 0, this includes deletions whose *Undo* has just ended.
      if (canBeUndone(operation, 0)) await tx.putOperation({ ...operation, state: 'queued', nextAt: 0 })
    }
  })
}

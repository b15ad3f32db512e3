import { type DeletedRecord, undoMs } from './delete-record.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { isUnattempted } from './folding.ts'
import { mergeFields } from './merge.ts'
import { pick } from '#core/sync/pick.ts'
import { queuedAgain } from '#core/sync/records/operations.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { Clock, Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { keepBase, rebase } from '#core/sync/records/rebase.ts'

/**
 * Brings a deleted record back while its deletion waits, with what that had folded away. `too-late`: the deletion may have
 * reached the server, or somebody else has deleted the record there.
 */
export async function undoDelete(
  replica: Replica,
  { entity, key, deleteOpId, foldedAway }: DeletedRecord,
): Promise<'undone' | 'too-late'> {
  return replica.transact('write', async (store) => {
    if (deleteOpId === null) await putBack(store, foldedAway)
    else {
      const deletion = await store.operationByOpId(deleteOpId)
      if (deletion !== undefined && isUnattempted(deletion)) {
        await takeDeletionBack(store, deletion)
        await rebase(store, entity, key)
      }
    }
    return (await store.row(entity, key)) === undefined ? 'too-late' : 'undone'
  })
}

/**
 * Discards a deletion that was not sent, in the caller's transaction: what was to be sent of the record is back. The caller
 * paints the row again.
 */
export async function takeDeletionBack(store: ReplicaTransaction, deletion: Operation): Promise<void> {
  const { seq, entity, key, foldedAway = [] } = deletion
  // The record may be known by another key since.
  const own = (one: Operation) => (one.entity === entity ? { ...one, key } : one)
  await putBack(store, foldedAway.map(own))
  await store.deleteOperations([seq])
}

/** Into their old places, so that what was recorded later still goes later. */
async function putBack(store: ReplicaTransaction, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    const { entity, key, kind } = operation
    if ((await store.operationByOpId(operation.opId)) !== undefined) continue
    if (kind === 'create') await goOnWithLaterEdits(store, operation)
    // Over a create that waits there is nothing of the server's to remember.
    else if ((await store.chain(entity, key)).length === 0) await keepBase(store, entity, key)
    await store.putOperation(operation)
    await rebase(store, entity, key)
  }
}

/**
 * A form that was saved after the deletion asks about a record that was not there. Now it is, and says perhaps something else than when
 * the form was opened.
 */
async function goOnWithLaterEdits(store: ReplicaTransaction, create: Operation): Promise<void> {
  const { entity, key } = create
  for (const later of await store.chain(entity, key)) {
    if (later.conflict === null || later.conflict.theirs !== null) continue
    const { changes, conflicts } = mergeFields(later.base, later.changes, create.changes, kinds[entity].mergeRules)
    const base = { ...later.base, ...pick(create.changes, Object.keys(changes)) }
    if (conflicts.length === 0) await store.putOperation({ ...queuedAgain(later), changes, base })
    else {
      const theirs = pick(create.changes, conflicts)
      const conflict = { ...later.conflict, theirs, isHere: true, fields: conflicts }
      await store.putOperation({ ...later, conflict })
    }
  }
  if ((await store.base(entity, key))?.gone === true) await store.deleteBase(entity, key)
}

/** True while a deletion waits for nothing but its *Undo*. */
export function canBeUndone({ kind, state, attempts, nextAt }: Operation, now: number): boolean {
  return kind === 'delete' && state === 'waiting' && attempts === 0 && nextAt > now
}

/** A notification that is being read offers *Undo* for longer, so the deletion waits longer, too. */
export async function holdDeletion(replica: Replica, clock: Pick<Clock, 'now'>, opId: string): Promise<void> {
  await replica.transact('write', async (store) => {
    const deletion = await store.operationByOpId(opId)
    const now = clock.now()
    if (deletion === undefined || !canBeUndone(deletion, now)) return
    await store.putOperation({ ...deletion, nextAt: now + undoMs })
  })
}

/** Makes the deletions due that could still be undone, because the agent leaves or asked to send everything. */
export async function endUndo(replica: Replica): Promise<void> {
  await replica.transact('write', async (store) => {
    for (const operation of await store.operationsInState('waiting')) {
      if (canBeUndone(operation, 0)) await store.putOperation({ ...operation, state: 'queued', nextAt: 0 })
    }
  })
}

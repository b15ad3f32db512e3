import { readChildRecords } from '#core/sync/records/child-records.ts'
import { declaredFields } from '#core/sync/records/record-fields.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { isUnattempted } from './update-record.ts'
import { newOperation, underNewKey } from '#core/sync/records/operations.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { parentReference } from '#core/sync/records/references.ts'
import type { Clock, Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { storeBase, rebase, composeRow } from '#core/sync/records/rebase.ts'

/** How long *Undo* is offered, and how long the deletion waits for it. */
export const undoMs = 10_000

export type DeletedRecord = {
  entity: EntityName
  key: LocalKey
  /** The operation that deletes it on the server; null if the server never had it. */
  deleteOpId: string | null
  /** Dropped operations that were never sent; *Undo* puts them back. */
  foldedAway: Operation[]
}

type Deletion = Pick<DeletedRecord, 'entity' | 'key'> & {
  opId: string
  /** How long the deletion waits for *Undo*; 0 if none is offered. */
  undoMs?: number
}

/**
 * Deletes a record on this device with its children (fault E10), in one transaction. Drops operations that were never sent; those that
 * may have reached the server are settled before the deletion is sent. Null if there is no such record.
 */
export async function deleteRecord(
  replica: Replica,
  clock: Pick<Clock, 'now'>,
  deletion: Deletion,
): Promise<DeletedRecord | null> {
  return replica.transact('write', (tx) => deleteRow(tx, replica.owner, clock.now(), deletion))
}

/** `deleteRecord` in the caller's transaction. */
export async function deleteRow(
  tx: ReplicaTransaction,
  owner: string,
  now: number,
  { opId, entity, key, undoMs: waitsMs = 0 }: Deletion,
): Promise<DeletedRecord | null> {
  const row = await tx.row(entity, key)
  if (row === undefined) return null
  const foldedAway = await foldAwayChildren(tx, entity, key)
  const queue = await tx.recordQueue(entity, key)
  if (queue.length === 0) await storeBase(tx, entity, key)

  const unsent = unattemptedEnd(queue)
  const [create] = unsent
  // An earlier try of the create may still arrive. If a restored server lost the record, another device may create it again, too. So the
  // create is sent first, then the deletion.
  if (create?.kind === 'create' && mayStillBeCreated(create)) {
    if (create.state === 'attention') await tx.putOperation(underNewKey(create))
    unsent.shift()
  }
  await tx.deleteOperations(unsent.map(({ seq }) => seq))
  foldedAway.push(...unsent)
  const remaining = queue.slice(0, queue.length - unsent.length)
  const base = await tx.base(entity, key)
  // If a pull has brought the record, even a rejected create did arrive.
  const isOnServer = base !== undefined && base.record !== null && base.gone !== true
  const wasNeverSent = unsent[0]?.kind === 'create' && unsent.length === queue.length && !isOnServer
  if (!wasNeverSent) {
    const before = composeRow({ entity, key }, base, remaining) ?? row
    const parts = { owner, opId, entity, key, kind: 'delete' as const, madeAt: now }
    const deletion = newOperation({
      ...parts,
      references: parentReference(entity, row),
      base: declaredFields(entity, before),
      baseVersion: base?.version ?? null,
    })
    const below = await readChildRecords(tx, entity, key)
    const waits = waitsMs > 0 ? { state: 'waiting' as const, nextAt: now + waitsMs } : {}
    await tx.addOperation({ ...deletion, ...waits, foldedAway, below })
  }
  await rebase(tx, entity, key)
  return { entity, key, deleteOpId: wasNeverSent ? null : opId, foldedAway }
}

function mayStillBeCreated({ state, attempts, isRestored }: Operation): boolean {
  return isRestored === true || (state === 'attention' && attempts > 1)
}

function unattemptedEnd(queue: Operation[]): Operation[] {
  const lastAttempted = queue.findLastIndex((operation) => !isUnattempted(operation))
  return queue.slice(lastAttempted + 1)
}

async function foldAwayChildren(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<Operation[]> {
  const foldedAway: Operation[] = []
  for (const child of kinds[entity].deletedWithRecord) {
    for (const row of await tx.rowsReferringTo(child.entity, child.field, key)) {
      foldedAway.push(...(await foldAwayChildren(tx, child.entity, row.key)))
      const unsent = unattemptedEnd(await tx.recordQueue(child.entity, row.key))
      await tx.deleteOperations(unsent.map(({ seq }) => seq))
      foldedAway.push(...unsent)
      if (unsent.length > 0) await rebase(tx, child.entity, row.key)
    }
  }
  return foldedAway
}

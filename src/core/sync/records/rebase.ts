import { composeRow, versionOf, withoutKey } from './compose-row.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { refreshCopies } from './nested-copies.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { removeChildren, removeOrphanedParent, rememberGone } from './child-records.ts'

/** Writes one row: the base with the operations applied. Call it after any change of base or operations. Deletes a base without operations. */
export async function rebase(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<void> {
  const base = await tx.base(entity, key)
  const queue = await tx.recordQueue(entity, key)
  const isGone = queue.length === 0 && base?.gone === true
  if (isGone && (await removeChildren(tx, entity, key)) === 'some stay' && base.record !== null)
    await rememberGone(tx, { entity, key }, base.record)
  const row = isGone ? null : composeRow({ entity, key }, base, queue)
  if (row === null) {
    const last = base?.record ?? (await tx.row(entity, key)) ?? null
    await tx.deleteRows(entity, [key])
    await removeOrphanedParent(tx, entity, last)
  } else {
    await tx.putRows(entity, [row])
    await refreshCopies(tx, entity, row)
  }
  if (queue.length === 0 && base !== undefined) await tx.deleteBase(entity, key)
}

/** Stores the row as the base if there is none. Call it before adding a first operation: until then, the row is the server's copy. */
export async function storeBase(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<void> {
  if ((await tx.base(entity, key)) !== undefined) return
  const row = await tx.row(entity, key)
  if (row !== undefined) await tx.putBase({ entity, key, record: withoutKey(row), version: versionOf(row) })
}

import { keyField } from '#core/kinds/key-field.ts'
import { type EntityName, entityNames, kinds } from '#core/kinds/all-kinds.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { everyOperation } from './operations.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { storeBase, rebase } from './rebase.ts'

export type Move = { entity: EntityName; from: LocalKey; to: LocalKey }

/** For two keys of one record: moves the operations of `from`, and other operations' references to it, to `to`. None of `from` may be `sending`. */
export async function moveOperations(tx: ReplicaTransaction, move: Move): Promise<void> {
  for await (const operation of everyOperation(tx)) await redirectReferences(tx, operation, move)
  await moveQueue(tx, move)
}

async function moveQueue(tx: ReplicaTransaction, { entity, from, to }: Move): Promise<void> {
  const queue = await tx.recordQueue(entity, from)
  if (queue.length === 0) return
  await storeBase(tx, entity, to)
  for (const { seq } of queue) {
    const operation = await tx.operation(seq)
    if (operation !== undefined) await tx.putOperation({ ...operation, key: to })
  }
  await tx.deleteBase(entity, from)
  await tx.deleteRows(entity, [from])
  await rebase(tx, entity, to)
}

async function redirectReferences(
  tx: ReplicaTransaction,
  operation: Operation,
  { entity, from, to }: Move,
): Promise<void> {
  const moved = Object.entries(operation.references).filter(([, ref]) => ref.entity === entity && ref.key === from)
  if (moved.length === 0) return
  const references = {
    ...operation.references,
    ...Object.fromEntries(moved.map(([field]) => [field, { entity, key: to }])),
  }
  await tx.putOperation({ ...operation, references })
  await rebase(tx, operation.entity, operation.key)
}

/** In rows and bases, replaces references to `from` by references to `to`. */
export async function redirectRows(tx: ReplicaTransaction, { entity, from, to }: Move): Promise<void> {
  for (const name of entityNames) {
    for (const [field, referred] of Object.entries(kinds[name].references)) {
      if (referred !== entity) continue
      const keyName = keyField(field)
      const rows = await tx.rowsReferringTo(name, field, from)
      await tx.putRows(
        name,
        rows.map((row) => ({ ...row, [keyName]: to })),
      )
      for (const { key } of rows) {
        const base = await tx.base(name, key)
        if (base?.record?.[keyName] === from) await tx.putBase({ ...base, record: { ...base.record, [keyName]: to } })
      }
    }
  }
}

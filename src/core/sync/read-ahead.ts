import type { EntityName } from './entities.ts'
import type { LocalKey } from './operation.ts'
import type { ReplicaTransaction } from './ports.ts'

/**
 * Asks for all that settling or claiming these records will ask for, side by side: a store that remembers what one
 * transaction has read answers from memory then, and one question after the other costs a trip to the database each.
 */
export async function readAhead(
  store: ReplicaTransaction,
  records: readonly { entity: EntityName; key: LocalKey; madeId?: number | null }[],
): Promise<void> {
  await Promise.all(
    records.flatMap(({ entity, key, madeId = null }): Promise<unknown>[] => [
      store.chain(entity, key),
      store.row(entity, key),
      store.base(entity, key),
      store.aliasOfKey(entity, key),
      ...(madeId === null ? [] : [store.aliasOfId(entity, madeId), store.chain(entity, String(madeId))]),
    ]),
  )
}

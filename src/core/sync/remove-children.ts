import { type EntityName, declarations } from './entities.ts'
import type { LocalKey } from './operation.ts'
import type { ReplicaTransaction } from './ports.ts'

/** Takes along what went with a deleted record; a child with waiting operations stays until they are decided. */
export async function removeChildren(store: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<void> {
  for (const child of declarations[entity].cascades) {
    for (const row of await store.rowsReferringTo(child.entity, child.field, key)) {
      await removeChildren(store, child.entity, row.key)
      if ((await store.chain(child.entity, row.key)).length > 0) continue
      await store.deleteRows(child.entity, [row.key])
      await store.deleteBase(child.entity, row.key)
    }
  }
}

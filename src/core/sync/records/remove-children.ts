import { keyField } from '#core/kinds/key-field.ts'
import { withoutKey } from './compose-row.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { rememberGone } from './gone-parents.ts'
import type { Fields } from '#core/contract/json.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

/**
 * Takes along what went with a deleted record; a child with waiting operations stays until they are decided. Resolves to
 * whether one did.
 */
export async function removeChildren(
  store: ReplicaTransaction,
  entity: EntityName,
  key: LocalKey,
): Promise<'all gone' | 'some stay'> {
  let outcome: 'all gone' | 'some stay' = 'all gone'
  for (const child of kinds[entity].cascades) {
    for (const row of await store.rowsReferringTo(child.entity, child.field, key)) {
      const below = await removeChildren(store, child.entity, row.key)
      if (below === 'some stay' || (await store.chain(child.entity, row.key)).length > 0) outcome = 'some stay'
      else {
        await store.deleteRows(child.entity, [row.key])
        await store.deleteBase(child.entity, row.key)
      }
    }
  }
  return outcome
}

/** Takes the record along that stayed only for this one's work, such as an open house whose listing went before it. */
export async function removeOrphanedParent(
  store: ReplicaTransaction,
  entity: EntityName,
  record: Fields | null,
): Promise<void> {
  for (const [field, of] of Object.entries(kinds[entity].references)) {
    const key = record?.[keyField(field)]
    const { parent } = kinds[of]
    if (parent === undefined || typeof key !== 'string' || (await store.chain(of, key)).length > 0) continue
    const row = await store.row(of, key)
    const above = row?.[keyField(parent)]
    if (typeof above !== 'string' || !(await isGone(store, kinds[of].references[parent]!, above))) continue
    if ((await removeChildren(store, of, key)) === 'all gone') await store.deleteRows(of, [key])
  }
}

/** One whose deletion still waits may come back. */
async function isGone(store: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<boolean> {
  return (await store.row(entity, key)) === undefined && (await store.chain(entity, key)).length === 0
}

/**
 * Removes records that the server does not have any more. While their children's work waits, what they were is remembered,
 * so that the agent can have them made again (fault E7).
 */
export async function removeGone(store: ReplicaTransaction, entity: EntityName, keys: LocalKey[]): Promise<void> {
  if (kinds[entity].cascades.length > 0) {
    for (const key of keys) {
      const row = await store.row(entity, key)
      if ((await removeChildren(store, entity, key)) === 'all gone' || row === undefined) continue
      await rememberGone(store, { entity, key }, withoutKey(row))
    }
  }
  await store.deleteRows(entity, keys)
}

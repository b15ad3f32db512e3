import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Below, LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { declaredFields } from './declared-fields.ts'
import { isSameValue } from './same-value.ts'

/** What would go with a record when it is deleted, as it stands here. */
export async function readBelow(store: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<Below> {
  const below: Below = {}
  for (const child of kinds[entity].cascades) {
    for (const row of await store.rowsReferringTo(child.entity, child.field, key)) {
      below[`${child.entity} ${row.key}`] = declaredFields(child.entity, row)
      Object.assign(below, await readBelow(store, child.entity, row.key))
    }
  }
  return below
}

/**
 * How many records of which kinds were added since, or say something else than before, apart from what is worked out. Nobody
 * misses what is gone.
 */
export function changedBelow(before: Below, now: Below): Partial<Record<EntityName, number>> {
  const counts: Partial<Record<EntityName, number>> = {}
  for (const [name, fields] of Object.entries(now)) {
    const entity = name.slice(0, name.indexOf(' ')) as EntityName
    const known = before[name]
    const isChanged = Object.entries(fields).some(
      ([field, value]) => kinds[entity].mergeRules[field] !== 'mine' && !isSameValue(known?.[field], value),
    )
    if (known === undefined || isChanged) counts[entity] = (counts[entity] ?? 0) + 1
  }
  return counts
}

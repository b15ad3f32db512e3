import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
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

/** The names of what was added since, or says something else, apart from what is worked out. What is gone is left out. */
export function changedBelow(before: Below, now: Below): string[] {
  return Object.keys(now).filter((name) => {
    const { mergeRules } = kinds[entityBelow(name)]
    const isSame = ([field, value]: [string, Fields[string]]) =>
      mergeRules[field] === 'mine' || isSameValue(before[name]?.[field], value)
    return before[name] === undefined || !Object.entries(now[name]!).every(isSame)
  })
}

/** Of a name in `Below`. */
export function entityBelow(name: string): EntityName {
  return name.split(' ')[0] as EntityName
}

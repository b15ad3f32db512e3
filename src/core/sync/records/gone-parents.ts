import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { LocalKey, Reference } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

/** What records were that are deleted elsewhere while work below them waits here, by `entity key` (fault E7). */
const goneParentsFact = 'gone-parents'

type GoneParents = Record<string, Fields>

/** Remembers a deleted record, so that it can be made again, until nothing waits below it any more. */
export async function rememberGone(store: ReplicaTransaction, gone: Reference, record: Fields): Promise<void> {
  const before = (await store.fact<GoneParents>(goneParentsFact)) ?? {}
  const kept: GoneParents = { [nameOf(gone)]: record }
  for (const [name, known] of Object.entries(before)) {
    const [otherEntity, ...rest] = name.split(' ')
    if (await hasWorkBelow(store, otherEntity as EntityName, rest.join(' '))) kept[name] ??= known
  }
  await store.putFact(goneParentsFact, kept)
}

/** What a deleted record was; null when this device does not know it any more. */
export async function goneRecord(store: Pick<ReplicaTransaction, 'fact'>, gone: Reference): Promise<Fields | null> {
  return (await store.fact<GoneParents>(goneParentsFact))?.[nameOf(gone)] ?? null
}

/** Whether work waits for the children of a record. */
export async function hasWorkBelow(store: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<boolean> {
  for (const child of kinds[entity].cascades) {
    for (const row of await store.rowsReferringTo(child.entity, child.field, key)) {
      if ((await store.chain(child.entity, row.key)).length > 0) return true
    }
  }
  return false
}

function nameOf({ entity, key }: Reference): string {
  return `${entity} ${key}`
}

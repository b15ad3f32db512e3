import type { EntityName } from './entities.ts'
import { groupBy } from './groups.ts'
import type { LocalKey, OperationKind } from './operation.ts'
import type { ReadAhead, ReplicaTransaction } from './ports.ts'

type OfRecord = { entity: EntityName; key: LocalKey; kind: OperationKind }

/** Asks at once for what claiming these operations will ask for, where the store can use it. */
export async function readToClaim(store: ReplicaTransaction, members: readonly OfRecord[]): Promise<void> {
  await readAhead(store, members, (entity, some) => ({
    keys: keysOf(some),
    // The property that a listing is sent with.
    rows: entity === 'listing' ? keysOf(some) : [],
    aliases: keysOf(some.filter(({ kind }) => kind !== 'create')),
    ids: [],
  }))
}

/** The same for settling them; `id` is the one that the answer tells, or null. */
export async function readToSettle(
  store: ReplicaTransaction,
  answered: readonly (OfRecord & { id: number | null })[],
): Promise<void> {
  await readAhead(store, answered, (_, some) => {
    const made = some.filter(({ kind }) => kind === 'create')
    const ids = made.flatMap(({ id }) => (id === null ? [] : [id]))
    // A pull may have brought a new record under its id before.
    return { keys: keysOf(some), rows: ids.map(String), aliases: keysOf(made), ids }
  })
}

async function readAhead<One extends OfRecord>(
  store: ReplicaTransaction,
  records: readonly One[],
  wanted: (entity: EntityName, some: readonly One[]) => ReadAhead,
): Promise<void> {
  if (store.readAhead === undefined) return
  for (const [entity, some] of groupBy(records, (record) => record.entity))
    await store.readAhead(entity, wanted(entity, some))
}

function keysOf(records: readonly OfRecord[]): LocalKey[] {
  return [...new Set(records.map(({ key }) => key))]
}

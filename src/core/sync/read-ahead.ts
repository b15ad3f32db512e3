import type { EntityName } from './entities.ts'
import { groupBy } from './groups.ts'
import type { LocalKey } from './operation.ts'
import type { ReplicaTransaction } from './ports.ts'

/** Asks at once for all that claiming or settling these records will ask for, where the store can use it. */
export async function readAhead(
  store: ReplicaTransaction,
  records: readonly { entity: EntityName; key: LocalKey }[],
): Promise<void> {
  if (store.readAhead === undefined) return
  for (const [entity, some] of groupBy(records, (record) => record.entity)) {
    await store.readAhead(entity, [...new Set(some.map(({ key }) => key))])
  }
}

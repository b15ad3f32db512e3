import { declaredFields } from './delete-record.ts'
import { withoutKey } from './compose-row.ts'
import type { EntityName } from './entities.ts'
import { newOperation } from './new-operation.ts'
import type { NewOperation } from './operation.ts'
import { referencesIn } from './parent-reference.ts'
import type { ReplicaTransaction, Row } from './ports.ts'
import { rebase } from './rebase.ts'
import { sendWorkBelow } from './work-below.ts'

/** A create that makes a lost record anew from what this device remembers of it. */
function restoringOperation(owner: string, opId: string, entity: EntityName, row: Row, madeAt: number): NewOperation {
  const changes = declaredFields(entity, row)
  const references = referencesIn(entity, row)
  const { id: _, version: __, ...shown } = withoutKey(row)
  return newOperation({ owner, opId, entity, key: row.key, kind: 'create', madeAt, changes, references, shown })
}

/**
 * Puts a create of a record in the place of all that waits over it, in the caller's transaction; it keeps its key. What was
 * refused without the record goes again.
 */
export async function makeAnew(
  store: ReplicaTransaction,
  owner: string,
  { entity, row }: { entity: EntityName; row: Row },
  { opId, now }: { opId: string; now: number },
): Promise<'done' | 'in-flight'> {
  const chain = await store.chain(entity, row.key)
  if (chain.some(({ state }) => state === 'sending')) return 'in-flight'
  await store.deleteOperations(chain.map(({ seq }) => seq))
  await store.deleteBase(entity, row.key)
  await store.addOperation(restoringOperation(owner, opId, entity, row, now))
  await rebase(store, entity, row.key)
  await sendWorkBelow(store, entity, row.key)
  return 'done'
}

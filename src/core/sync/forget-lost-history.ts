import { isStuck } from './chains.ts'
import { versionOf } from './compose-row.ts'
import type { EntityName } from './entities.ts'
import { isEmptyUpdate, withoutCancelledFields } from './folding.ts'
import type { Fields } from './json.ts'
import { operationPages } from './operation-pages.ts'
import { idOfKey } from './keys.ts'
import { underNewKey } from './new-operation.ts'
import type { LocalKey, Operation } from './operation.ts'
import type { ReplicaTransaction } from './ports.ts'
import { rebase } from './rebase.ts'
import { putServerDeletion } from './server-copy.ts'

/**
 * After the server was restored from a backup, what this device knew of it may be true no more (fault C19). What waits is
 * brought in line with the records that were `found` there; what the server had confirmed is `offerAgain`'s.
 */
export async function forgetLostHistory(
  store: ReplicaTransaction,
  found: ReadonlyMap<EntityName, ReadonlySet<LocalKey>>,
): Promise<void> {
  for await (const page of operationPages(store)) {
    for (const operation of page) {
      const isThere = found.get(operation.entity)?.has(operation.key) === true
      if (operation.kind === 'create') await adjustCreate(store, operation, isThere)
      else await adjustChange(store, operation, isThere)
    }
  }
}

/** One whose record was there, and is not any more, is to be made; one that makes a deleted record anew is an edit where that is back. */
async function adjustCreate(store: ReplicaTransaction, create: Operation, isThere: boolean): Promise<void> {
  const { entity, key, opId } = create
  const base = await store.base(entity, key)
  if (base === undefined) return
  if (!isThere) await store.deleteBase(entity, key)
  else if (base.record !== null && base.record['client_key'] !== opId) await editInstead(store, create, base.record)
  await rebase(store, entity, key)
}

async function editInstead(store: ReplicaTransaction, create: Operation, record: Fields): Promise<void> {
  const base = Object.fromEntries(Object.keys(create.changes).map((field) => [field, record[field] ?? null]))
  const edit = withoutCancelledFields<Operation>({
    ...underNewKey(create),
    kind: 'update',
    references: {},
    shown: {},
    base,
  })
  if (isEmptyUpdate(edit)) await store.deleteOperations([edit.seq])
  else await store.putOperation({ ...edit, baseVersion: versionOf(record) })
}

/**
 * An edit or a deletion that was tried may go again under a version that means something else there now: it is merged anew
 * with what the server has, as another request. One of a record that is gone finds that out.
 */
async function adjustChange(store: ReplicaTransaction, change: Operation, isThere: boolean): Promise<void> {
  const { entity, key, attempt } = change
  if (attempt !== null && !isStuck(change)) await store.putOperation(underNewKey(change))
  const isMadeHere = (await store.chain(entity, key)).some(({ kind }) => kind === 'create')
  if (!isThere && !isMadeHere && (await idOfKey(store, entity, key)) !== null) {
    await putServerDeletion(store, entity, key, null)
  }
}

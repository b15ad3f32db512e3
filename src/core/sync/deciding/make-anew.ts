import { declaredFields } from '#core/sync/records/declared-fields.ts'
import { withoutKey } from '#core/sync/records/compose-row.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { newOperation } from '#core/sync/records/new-operation.ts'
import { referencesIn } from '#core/sync/records/parent-reference.ts'
import type { AttachedFile } from '#core/sync/operation.ts'
import type { ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { rebase } from '#core/sync/records/rebase.ts'
import { sendWorkBelow } from '#core/sync/records/work-below.ts'

/**
 * Puts a create of a record in the place of all that waits over it, in the caller's transaction; it keeps its key. What was
 * refused without the record goes again. `files` are what the server is to have of it besides fields.
 */
export async function makeAnew(
  store: ReplicaTransaction,
  owner: string,
  { entity, row }: { entity: EntityName; row: Row },
  { opId, now, files = {} }: { opId: string; now: number; files?: Readonly<Record<string, AttachedFile>> },
): Promise<'done' | 'in-flight'> {
  const { key } = row
  const chain = await store.chain(entity, key)
  if (chain.some(({ state }) => state === 'sending')) return 'in-flight'
  await store.deleteOperations(chain.map(({ seq }) => seq))
  await store.deleteBase(entity, key)
  // The address of a file is gone with the record that had it.
  const gone = new Set(['id', 'version', ...Object.keys(files)])
  const shown = Object.fromEntries(Object.entries(withoutKey(row)).filter(([field]) => !gone.has(field)))
  const what = { changes: declaredFields(entity, row), references: referencesIn(entity, row), files, shown }
  await store.addOperation(newOperation({ owner, opId, entity, key, kind: 'create', madeAt: now, ...what }))
  await rebase(store, entity, key)
  await sendWorkBelow(store, entity, key)
  return 'done'
}

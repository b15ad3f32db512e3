import { entityNames } from '#core/kinds/all-kinds.ts'
import { isJsonEqual, type LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { everyOperation } from '#core/sync/records/every-operation.ts'
import { idOfKey, noId } from '#core/sync/records/keys.ts'
import { rebase } from '#core/sync/records/rebase.ts'
import type { KeysOfRecords } from './assign-keys.ts'
import { type KeyOfId, withKeysForIds } from './send-again.ts'

/** Each key gets the id that its record has now, and all others have none. */
export async function giveIds(store: ReplicaTransaction, found: KeysOfRecords): Promise<void> {
  for (const entity of entityNames) {
    const keys = found.get(entity) ?? new Map<LocalKey, number>()
    const known = [
      ...(await store.aliases(entity)).map(({ key }) => key),
      ...(await store.rowKeys(entity)),
      ...(await store.keysWithOperations(entity)),
    ]
    for (const key of new Set([...known, ...keys.keys()])) {
      const id = keys.get(key) ?? null
      if ((await idOfKey(store, entity, key)) !== id) await store.putAlias({ entity, key, id: id ?? noId })
    }
  }
}

/** Which keys the ids of the lost history meant. */
export async function keysOfOldIds(store: ReplicaTransaction): Promise<KeyOfId> {
  const keys = new Map<string, LocalKey>()
  for (const entity of entityNames) {
    for (const { id, key } of await store.aliases(entity)) if (id !== noId) keys.set(`${entity} ${id}`, key)
  }
  return (entity, id) => keys.get(`${entity} ${id}`) ?? String(id)
}

/** What waits may name records by ids of the lost history in its lists. */
export async function renameIdsInLists(store: ReplicaTransaction, keyOfId: KeyOfId): Promise<void> {
  for await (const operation of everyOperation(store)) {
    const renamed = await withKeysForIds(store, operation.entity, operation.changes, keyOfId)
    if (isJsonEqual(renamed.fields, operation.changes)) continue
    const { fields: base } = await withKeysForIds(store, operation.entity, operation.base, keyOfId)
    const references = { ...operation.references, ...renamed.references }
    await store.putOperation({ ...operation, changes: renamed.fields, base, references })
    await rebase(store, operation.entity, operation.key)
  }
}

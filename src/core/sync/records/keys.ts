import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

/** The key of a record that this device makes; the create's `opId` stands in it for ever. */
export function localKeyOf(opId: string): LocalKey {
  return `local-${opId}`
}

export function isLocalKey(key: LocalKey): boolean {
  return key.startsWith('local-')
}

/** Finds a local key anywhere in a text that is about to be sent (fault E5). */
export const localKeyPattern = /\blocal-[0-9a-f]{8}-[0-9a-f]{4}-/i

/** Stands in an alias where a key has lost its id, because the server has lost the record or given the id to another one. */
export const noId = 0

/** The server's id of a record, or null while it has none. */
export async function idOfKey(store: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<number | null> {
  const alias = await store.aliasOfKey(entity, key)
  if (alias !== undefined) return alias.id === noId ? null : alias.id
  if (!isLocalKey(key)) return Number(key)
  // A browser may lose one store and no other; the record says its id as well.
  const record = (await store.base(entity, key))?.record ?? (await store.row(entity, key))
  return serverIdOf(record?.['id'])
}

/**
 * The key on this device of the server's record `id`. A key may have been given another id since (a deleted record that
 * was restored as a new one), so the answer is null for an id that this device has left behind.
 */
export async function keyOfId(store: ReplicaTransaction, entity: EntityName, id: number): Promise<LocalKey | null> {
  const alias = await store.aliasOfId(entity, id)
  if (alias !== undefined) return alias.key
  const key = String(id)
  return (await store.aliasOfKey(entity, key)) === undefined ? key : null
}

/** The key on this device of the server's record `id`; a new one where the device has left that id behind, so it means another record now. */
export async function keyForId(store: ReplicaTransaction, entity: EntityName, id: number): Promise<LocalKey> {
  const known = await keyOfId(store, entity, id)
  if (known !== null) return known
  const key = await freeKey(store, entity, id)
  await store.putAlias({ entity, key, id })
  return key
}

/** A key for the server's record `id` where the one that its id would give belongs to another record. */
export async function freeKey(store: ReplicaTransaction, entity: EntityName, id: number): Promise<LocalKey> {
  for (let time = 1; ; time += 1) {
    const key = time === 1 ? `again-${id}` : `again-${id}-${time}`
    const isFree = (await store.aliasOfKey(entity, key)) === undefined && (await store.row(entity, key)) === undefined
    if (isFree) return key
  }
}

/** A server id from what an answer holds: numbers, and the same digits as text (fault E11). */
export function serverIdOf(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

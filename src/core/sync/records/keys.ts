import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

export function localKeyOf(opId: string): LocalKey {
  return `local-${opId}`
}

export function isLocalKey(key: LocalKey): boolean {
  return key.startsWith('local-')
}

/** Finds local keys in text that is about to be sent (fault E5). */
export const localKeyPattern = /\blocal-[0-9a-f]{8}-[0-9a-f]{4}-/i

/** Id of a mapping whose key has lost its id: the server lost the record, or gave the id to another one. */
export const noId = 0

/** The server's id of a record; null while it has none. */
export async function idOfKey(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<number | null> {
  const alias = await tx.mappingOfKey(entity, key)
  if (alias !== undefined) return alias.id === noId ? null : alias.id
  if (!isLocalKey(key)) return Number(key)
  // A browser may lose one table and no other; the record contains its id, too.
  const record = (await tx.base(entity, key))?.record ?? (await tx.row(entity, key))
  return serverIdOf(record?.['id'])
}

/** The local key of the server's record `id`; null if that key has another id by now, because the record was deleted and recreated. */
export async function keyOfId(tx: ReplicaTransaction, entity: EntityName, id: number): Promise<LocalKey | null> {
  const alias = await tx.mappingOfId(entity, id)
  if (alias !== undefined) return alias.key
  const key = String(id)
  return (await tx.mappingOfKey(entity, key)) === undefined ? key : null
}

/** Like `keyOfId`, but gives the record a new key instead of null: the id means another record now. */
export async function keyForId(tx: ReplicaTransaction, entity: EntityName, id: number): Promise<LocalKey> {
  const known = await keyOfId(tx, entity, id)
  if (known !== null) return known
  const key = await freeKey(tx, entity, id)
  await tx.putMapping({ entity, key, id })
  return key
}

/** A new key for record `id`, if `String(id)` is the key of another record. */
export async function freeKey(tx: ReplicaTransaction, entity: EntityName, id: number): Promise<LocalKey> {
  for (let time = 1; ; time += 1) {
    const key = time === 1 ? `again-${id}` : `again-${id}-${time}`
    const isFree = (await tx.mappingOfKey(entity, key)) === undefined && (await tx.row(entity, key)) === undefined
    if (isFree) return key
  }
}

/** The server's id in an answer: a number, or the same digits as text (fault E11). */
export function serverIdOf(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

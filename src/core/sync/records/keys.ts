import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

export function localKeyOf(opId: string): LocalKey {
  return `local-${opId}`
}

export function isLocalKey(key: LocalKey): boolean {
  return key.startsWith('local-')
}

/** Finds a local key in a text that is about to be sent: the server must never receive one (fault E5). */
export const localKeyPattern = /\blocal-[0-9a-f]{8}-[0-9a-f]{4}-/i

/** The id in a mapping whose local key no longer has a server id, because the server lost the record or assigned its id to another one. */
export const noId = 0

export async function idOfKey(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<number | null> {
  const mapping = await tx.mappingOfKey(entity, key)
  if (mapping !== undefined) return mapping.id === noId ? null : mapping.id
  if (!isLocalKey(key)) return Number(key)
  // A browser may lose the table of mappings but not others; the record contains its id, too.
  const record = (await tx.base(entity, key))?.record ?? (await tx.row(entity, key))
  return serverIdOf(record?.['id'])
}

/** Returns the local key of the server's record `id`; null if `String(id)` is the key of another record, which had this id earlier. */
export async function keyOfId(tx: ReplicaTransaction, entity: EntityName, id: number): Promise<LocalKey | null> {
  const mapping = await tx.mappingOfId(entity, id)
  if (mapping !== undefined) return mapping.key
  const key = String(id)
  return (await tx.mappingOfKey(entity, key)) === undefined ? key : null
}

/** Like `keyOfId`, but stores and returns a new key instead of null. */
export async function keyOfIdOrNew(tx: ReplicaTransaction, entity: EntityName, id: number): Promise<LocalKey> {
  const known = await keyOfId(tx, entity, id)
  if (known !== null) return known
  const key = await freeKey(tx, entity, id)
  await tx.putMapping({ entity, key, id })
  return key
}

/** Returns an unused key for the server's record `id`, because another record has the usual one, `String(id)`. */
export async function freeKey(tx: ReplicaTransaction, entity: EntityName, id: number): Promise<LocalKey> {
  for (let time = 1; ; time += 1) {
    const key = time === 1 ? `again-${id}` : `again-${id}-${time}`
    const isFree = (await tx.mappingOfKey(entity, key)) === undefined && (await tx.row(entity, key)) === undefined
    if (isFree) return key
  }
}

/** Returns the server's id in an answer: a number, or the same digits as text (fault E11). Null for anything else. */
export function serverIdOf(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

import type { ServerChange } from './apply-changes.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { groupBy } from '#core/sync/groups.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { freeKey, isLocalKey, localKeyOf, noId } from '#core/sync/records/keys.ts'
import type { JournalEntry, LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { isSameRecord } from '#core/sync/records/server-copy.ts'

/** Server ids by local key, for each kind. */
export type KeysOfRecords = ReadonlyMap<EntityName, ReadonlyMap<LocalKey, number>>

/** Finds the local keys of records whose ids may have changed meaning: by `client_key`, by an id that nothing contradicts, or a new key. */
export async function assignKeys(
  tx: ReplicaTransaction,
  records: readonly ServerChange[],
  journal: readonly JournalEntry[],
): Promise<KeysOfRecords> {
  const assigned = new Map<EntityName, ReadonlyMap<LocalKey, number>>()
  for (const [entity, some] of groupBy(records, (change) => change.entity)) {
    const here = await knownOf(tx, entity, journal)
    const keys = new Map<LocalKey, number>()
    for (const { id, record } of some) {
      if (record === null) continue
      const byName = here.byClientKey.get(record['client_key'])
      const byId = here.byId.get(id) ?? (here.withOtherId.has(String(id)) ? undefined : String(id))
      const isHere = byId !== undefined && !keys.has(byId) && isOf(record, byId, here.identities.get(byId))
      const key =
        byName !== undefined && !keys.has(byName) ? byName : isHere ? byId : await newKey(tx, entity, id, keys)
      keys.set(key, id)
    }
    assigned.set(entity, keys)
  }
  return assigned
}

export function isFound(found: KeysOfRecords, entity: EntityName, key: LocalKey): boolean {
  return found.get(entity)?.has(key) === true
}

/** Without a copy to compare with, a local key still shows the `client_key`. */
function isOf(record: Fields, key: LocalKey, identity: Fields | undefined): boolean {
  if (identity !== undefined) return isSameRecord(identity, record)
  const name = record['client_key']
  return !isLocalKey(key) || typeof name !== 'string' || localKeyOf(name) === key
}

async function newKey(
  tx: ReplicaTransaction,
  entity: EntityName,
  id: number,
  taken: ReadonlyMap<LocalKey, number>,
): Promise<LocalKey> {
  const key = await freeKey(tx, entity, id)
  return taken.has(key) ? `${key}-${taken.size}` : key
}

type Known = {
  byClientKey: Map<Json | undefined, LocalKey>
  byId: Map<number, LocalKey>
  /** Keys with an id mapping: a number among them is not its own id. */
  withOtherId: Set<LocalKey>
  identities: Map<LocalKey, Fields>
}

async function knownOf(tx: ReplicaTransaction, entity: EntityName, journal: readonly JournalEntry[]): Promise<Known> {
  const aliases = await tx.mappings(entity)
  const identities = new Map<LocalKey, Fields>()
  for (const entry of journal) if (entry.entity === entity && entry.identity) identities.set(entry.key, entry.identity)
  for (const row of await tx.rows(entity, await tx.rowKeys(entity))) if (row !== undefined) identities.set(row.key, row)
  for (const key of await tx.keysWithOperations(entity)) {
    const record = (await tx.base(entity, key))?.record
    if (record != null) identities.set(key, record)
  }
  const byClientKey: Known['byClientKey'] = new Map()
  for (const { key } of aliases) if (isLocalKey(key)) byClientKey.set(key.slice('local-'.length), key)
  for (const [key, { client_key: name }] of identities) if (typeof name === 'string') byClientKey.set(name, key)
  for (const key of await tx.keysWithOperations(entity)) {
    for (const { kind, opId } of await tx.recordQueue(entity, key)) if (kind === 'create') byClientKey.set(opId, key)
  }
  return {
    byClientKey,
    byId: new Map(aliases.filter(({ id }) => id !== noId).map(({ id, key }) => [id, key])),
    withOtherId: new Set(aliases.map(({ key }) => key)),
    identities,
  }
}

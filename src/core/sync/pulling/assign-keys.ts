import type { ServerChange } from './apply-changes.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { groupBy } from '#core/sync/groups.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { freeKey, isLocalKey, localKeyOf, noId } from '#core/sync/records/keys.ts'
import type { JournalEntry, LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { isSameRecord } from '#core/sync/records/server-copy.ts'

export type ServerIdsByKey = ReadonlyMap<EntityName, ReadonlyMap<LocalKey, number>>

/**
 * Finds the local key of each record after a restore of the server, when an id may belong to another record than before: the key with the
 * record's `client_key`, or else the key with its id unless that key certainly belongs to another record, or else a new key.
 */
export async function assignKeys(
  tx: ReplicaTransaction,
  records: readonly ServerChange[],
  journal: readonly JournalEntry[],
): Promise<ServerIdsByKey> {
  const assigned = new Map<EntityName, ReadonlyMap<LocalKey, number>>()
  for (const [entity, changes] of groupBy(records, (change) => change.entity)) {
    const known = await knownKeysOf(tx, entity, journal)
    const keys = new Map<LocalKey, number>()
    for (const { id, record } of changes) {
      if (record === null) continue
      const byClientKey = known.byClientKey.get(record['client_key'])
      const byId = known.byId.get(id) ?? (known.withOtherId.has(String(id)) ? undefined : String(id))
      const isById = byId !== undefined && !keys.has(byId) && mayHaveKey(record, byId, known.identities.get(byId))
      const isByClientKey = byClientKey !== undefined && !keys.has(byClientKey)
      const key = isByClientKey ? byClientKey : isById ? byId : await newKey(tx, entity, id, keys)
      keys.set(key, id)
    }
    assigned.set(entity, keys)
  }
  return assigned
}

/** Whether the server has a record to which `assignKeys` assigned this key. */
export function hasServerRecord(found: ServerIdsByKey, entity: EntityName, key: LocalKey): boolean {
  return found.get(entity)?.has(key) === true
}

/** Whether `record` may be the record with this key. `identity`: this device's copy; without one, a local key decides: it has the `client_key`. */
function mayHaveKey(record: Fields, key: LocalKey, identity: Fields | undefined): boolean {
  if (identity !== undefined) return isSameRecord(identity, record)
  const clientKey = record['client_key']
  return !isLocalKey(key) || typeof clientKey !== 'string' || localKeyOf(clientKey) === key
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

type KnownKeys = {
  byClientKey: Map<Json | undefined, LocalKey>
  byId: Map<number, LocalKey>
  /** Keys with an id mapping. If such a key is a number, the record's id is another number. */
  withOtherId: Set<LocalKey>
  /** This device's copies of records, or only the fields that identify them. */
  identities: Map<LocalKey, Fields>
}

async function knownKeysOf(
  tx: ReplicaTransaction,
  entity: EntityName,
  journal: readonly JournalEntry[],
): Promise<KnownKeys> {
  const mappings = await tx.mappings(entity)
  const identities = new Map<LocalKey, Fields>()
  for (const entry of journal) if (entry.entity === entity && entry.identity) identities.set(entry.key, entry.identity)
  for (const row of await tx.rows(entity, await tx.rowKeys(entity))) if (row !== undefined) identities.set(row.key, row)
  for (const key of await tx.keysWithOperations(entity)) {
    const record = (await tx.base(entity, key))?.record
    if (record != null) identities.set(key, record)
  }
  const byClientKey: KnownKeys['byClientKey'] = new Map()
  for (const { key } of mappings) if (isLocalKey(key)) byClientKey.set(key.slice('local-'.length), key)
  for (const [key, { client_key: clientKey }] of identities) {
    if (typeof clientKey === 'string') byClientKey.set(clientKey, key)
  }
  for (const key of await tx.keysWithOperations(entity)) {
    for (const { kind, opId } of await tx.recordQueue(entity, key)) if (kind === 'create') byClientKey.set(opId, key)
  }
  return {
    byClientKey,
    byId: new Map(mappings.filter(({ id }) => id !== noId).map(({ id, key }) => [id, key])),
    withOtherId: new Set(mappings.map(({ key }) => key)),
    identities,
  }
}

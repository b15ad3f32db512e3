import { versionOf } from '#core/sync/records/record-fields.ts'
import { withEveryField, withNestedLocalChanges } from '#core/sync/records/rebase.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { groupBy } from '#core/sync/groups.ts'
import type { Fields } from '#core/contract/json.ts'
import { withLocalOverrides } from '#core/sync/records/local-overrides.ts'
import { keyOfIdOrNew, keyOfId, localKeyOf } from '#core/sync/records/keys.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { removeDeletedRecords } from '#core/sync/records/child-records.ts'
import {
  isOlder,
  unmapId,
  putServerCopy,
  putServerDeletion,
  replacePhotos,
  isSameRecord,
  toRecord,
} from '#core/sync/records/server-copy.ts'

/** A record from the server; `record` is null if it was deleted. */
export type ServerChange = { entity: EntityName; id: number; version: string | null; record: Fields | null }

type ApplyOptions = {
  /** Whether a row stays that is newer than the server's copy. False after a restore of the server: its older copies are then right. */
  skipsOlderCopies: boolean
  /** Only for a plain server, which sends neither versions nor `client_key`, and nests photos in listings. */
  plain?: {
    isLagging: IsLagging
    /** Kinds whose new records are not stored yet: one of them may be a record that this device created (rule K3). */
    heldBack: ReadonlySet<EntityName>
  }
}

/** True for an outdated copy: it lacks a write that the server has confirmed to this device. */
export type IsLagging = (entity: EntityName, key: LocalKey, record: Fields, row: Row | undefined) => boolean

export const fromFeed: ApplyOptions = { skipsOlderCopies: true }

/** Stores records from the server and applies their waiting operations on top. Safe to repeat. Resolves to the records' keys, by kind. */
export async function applyChanges(
  tx: ReplicaTransaction,
  changes: ServerChange[],
  options: ApplyOptions,
): Promise<Map<EntityName, Set<LocalKey>>> {
  const keysByEntity = new Map<EntityName, Set<LocalKey>>()
  for (const [entity, changesOfKind] of groupBy(changes, (change) => change.entity)) {
    const busyKeys = await tx.keysWithOperations(entity)
    const keyed: KeyedChange[] = []
    for (const change of changesOfKind) {
      const own = await ownCreateOf(tx, change, busyKeys)
      // A tombstone is ignored if no record on this device has its id any longer.
      const key = own ?? (await (change.record === null ? keyOfId : keyOfIdOrNew)(tx, entity, change.id))
      if (key !== null) keyed.push({ key, change, isOwn: own !== null, row: undefined })
    }
    const rows = await tx.rows(
      entity,
      keyed.map(({ key }) => key),
    )
    for (const [index, one] of keyed.entries()) one.row = rows[index]
    await separateReusedIds(tx, entity, keyed, options.plain === undefined)
    keysByEntity.set(entity, new Set(keyed.map(({ key }) => key)))
    const withoutOperations = keyed.filter(({ key }) => !busyKeys.has(key))
    await applyToRows(tx, entity, withoutOperations, options)
    for (const { key, change } of keyed) if (busyKeys.has(key)) await applyToBase(tx, key, change, options)
  }
  return keysByEntity
}

/** If the server has given an id to another record, the other record gets a new key, and the previous record loses the id. */
async function separateReusedIds(
  tx: ReplicaTransaction,
  entity: EntityName,
  keyed: KeyedChange[],
  hasHistoryTokens: boolean,
): Promise<void> {
  for (const one of keyed) {
    const { record, id } = one.change
    const { row } = one
    if (one.isOwn || record === null || row === undefined) continue
    const known = (await tx.base(entity, one.key))?.record ?? row
    if (isSameRecord(known, record)) continue
    await unmapId(tx, entity, one.key, hasHistoryTokens)
    one.key = await keyOfIdOrNew(tx, entity, id)
    one.row = undefined
  }
}

/** If the record comes from an unanswered create of this device (`client_key`, fault G10), maps its id and returns its key. Otherwise null. */
async function ownCreateOf(
  tx: ReplicaTransaction,
  { entity, id, record }: ServerChange,
  busyKeys: Set<LocalKey>,
): Promise<LocalKey | null> {
  const clientKey = record?.['client_key']
  if (typeof clientKey !== 'string' || busyKeys.size === 0) return null
  // A record that is created again has its previous local key and, until the answer arrives, the mapping to its previous id.
  const operation = await tx.operationByOpId(clientKey)
  const create = operation?.entity === entity && operation.kind === 'create' ? operation : null
  const key = create?.key ?? localKeyOf(clientKey)
  if (!busyKeys.has(key)) return null
  if (create === null && (await tx.mappingOfKey(entity, key)) !== undefined) return null
  await tx.putMapping({ entity, key, id })
  return key
}

/** A change with the local key of its record. `isOwn`: this device created the record. `row`: the row under the key. */
type KeyedChange = { key: LocalKey; change: ServerChange; isOwn: boolean; row: Row | undefined }

/** Stores records that have no waiting operations, as rows. */
async function applyToRows(
  tx: ReplicaTransaction,
  entity: EntityName,
  keyed: KeyedChange[],
  options: ApplyOptions,
): Promise<void> {
  const gone: LocalKey[] = []
  const put = new Map<LocalKey, Row>()
  const withLocalChanges = await withNestedLocalChanges(tx, entity)
  for (const { key, change, row } of keyed) {
    if (change.record === null) {
      gone.push(key)
      put.delete(key)
      continue
    }
    if (row === undefined && options.plain?.heldBack.has(entity) === true) continue
    if (options.skipsOlderCopies && isOlder(change.version, versionOf(row))) continue
    const { record, images } = await toRecord(tx, entity, change.record)
    if (options.plain?.isLagging(entity, key, record, row) === true) continue
    const version = change.version === null ? {} : { version: change.version }
    const copy = await withLocalChanges(withLocalOverrides(entity, record, row))
    const next: Row = { ...withEveryField(entity, copy), ...version, key }
    if (isSameRow(next, row)) put.delete(key)
    else put.set(key, next)
    if (options.plain !== undefined && images !== null) await replacePhotos(tx, key, images)
  }
  await removeDeletedRecords(tx, entity, gone)
  await tx.putRows(entity, [...put.values()])
}

/** Stores a record that has waiting operations, as their new base. */
async function applyToBase(
  tx: ReplicaTransaction,
  key: LocalKey,
  { entity, version, record }: ServerChange,
  options: ApplyOptions,
): Promise<void> {
  if (record === null) return putServerDeletion(tx, entity, key, version)
  const base = await tx.base(entity, key)
  if (options.skipsOlderCopies && isOlder(version, base?.version ?? null)) return
  const copy = await toRecord(tx, entity, record)
  await putServerCopy(tx, entity, key, copy.record, version)
  if (options.plain !== undefined && copy.images !== null) await replacePhotos(tx, key, copy.images)
}

/** Full pulls return mostly known records; writing equal rows would run every live query again. */
function isSameRow(row: Row, known: Row | undefined): boolean {
  return known !== undefined && JSON.stringify(row) === JSON.stringify(known)
}

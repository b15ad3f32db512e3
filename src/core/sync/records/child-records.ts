import { type EntityName, isInFeed, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { ChildRecords, LocalKey, Reference, Operation } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { declaredFields, withoutKey } from './record-fields.ts'
import { isSameValue } from './same-value.ts'
import { keyField } from '#core/kinds/key-field.ts'
import { underNewKey, everyOperation } from './operations.ts'

/** Returns this device's copies of the records that are deleted with this one. Leaves out write-only kinds, which have no screens. */
export async function readChildRecords(
  tx: ReplicaTransaction,
  entity: EntityName,
  key: LocalKey,
): Promise<ChildRecords> {
  const below: ChildRecords = {}
  for (const child of kinds[entity].deletedWithRecord) {
    if (!isInFeed(child.entity)) continue
    for (const row of await tx.rowsReferringTo(child.entity, child.field, key)) {
      below[`${child.entity} ${row.key}`] = declaredFields(child.entity, row)
      Object.assign(below, await readChildRecords(tx, child.entity, row.key))
    }
  }
  return below
}

/** Returns the names (`entity key`) of child records added or changed since `before`. Fields that devices compute (rule `mine`) do not count. */
export function changedChildren(before: ChildRecords, now: ChildRecords): string[] {
  return Object.keys(now).filter((name) => {
    const { mergeRules } = kinds[entityOfChildName(name)]
    const isSame = ([field, value]: [string, Fields[string]]) =>
      mergeRules[field] === 'mine' || isSameValue(before[name]?.[field], value)
    return before[name] === undefined || !Object.entries(now[name]!).every(isSame)
  })
}

export function entityOfChildName(name: string): EntityName {
  return name.split(' ')[0] as EntityName
}

/**
 * Removes the children of a deleted record. A child with waiting operations stays until they have been sent or discarded. Operations of
 * write-only kinds are dropped, unless other children stay, for which the agent may create the record again.
 */
export async function removeChildren(
  tx: ReplicaTransaction,
  entity: EntityName,
  key: LocalKey,
): Promise<'all gone' | 'some stay'> {
  let outcome: 'all gone' | 'some stay' = 'all gone'
  const writeOnlyLast = kinds[entity].deletedWithRecord.toSorted(
    (one, other) => Number(isInFeed(other.entity)) - Number(isInFeed(one.entity)),
  )
  for (const child of writeOnlyLast) {
    for (const row of await tx.rowsReferringTo(child.entity, child.field, key)) {
      if (!isInFeed(child.entity) && outcome === 'all gone') {
        const waiting = await tx.recordQueue(child.entity, row.key)
        await tx.deleteOperations(waiting.map(({ seq }) => seq))
      }
      const below = await removeChildren(tx, child.entity, row.key)
      if (below === 'some stay' || (await tx.recordQueue(child.entity, row.key)).length > 0) outcome = 'some stay'
      else {
        await tx.deleteRows(child.entity, [row.key])
        await tx.deleteBase(child.entity, row.key)
      }
    }
  }
  return outcome
}

/** After `record` was removed, also removes its parent if its grandparent is deleted and no operations wait on the parent or other children. */
export async function removeOrphanedParent(
  tx: ReplicaTransaction,
  entity: EntityName,
  record: Fields | null,
): Promise<void> {
  for (const [field, parentEntity] of Object.entries(kinds[entity].references)) {
    const key = record?.[keyField(field)]
    const { parent } = kinds[parentEntity]
    if (parent === undefined || typeof key !== 'string' || (await tx.recordQueue(parentEntity, key)).length > 0)
      continue
    const row = await tx.row(parentEntity, key)
    const grandparentKey = row?.[keyField(parent)]
    if (
      typeof grandparentKey !== 'string' ||
      !(await isGone(tx, kinds[parentEntity].references[parent]!, grandparentKey))
    )
      continue
    if ((await removeChildren(tx, parentEntity, key)) === 'all gone') await tx.deleteRows(parentEntity, [key])
  }
}

/** True if the record is not on this device. False while its deletion waits, because the agent may still undo it. */
async function isGone(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<boolean> {
  return (await tx.row(entity, key)) === undefined && (await tx.recordQueue(entity, key)).length === 0
}

/** Removes records that the server lacks. Stores their last copies while operations on children wait: the agent may recreate a parent (fault E7). */
export async function removeDeletedRecords(
  tx: ReplicaTransaction,
  entity: EntityName,
  keys: LocalKey[],
): Promise<void> {
  if (kinds[entity].deletedWithRecord.length > 0) {
    for (const key of keys) {
      const row = await tx.row(entity, key)
      if ((await removeChildren(tx, entity, key)) === 'all gone' || row === undefined) continue
      await storeLastCopyOfDeleted(tx, { entity, key }, withoutKey(row))
    }
  }
  await tx.deleteRows(entity, keys)
}

/** Metadata key: the last copies of deleted records whose children have waiting operations, by `entity key` (fault E7). */
const goneParentsFact = 'gone-parents'

type GoneParents = Record<string, Fields>

/** Stores the deleted record's last copy, and drops other copies whose children have no waiting operations. */
export async function storeLastCopyOfDeleted(tx: ReplicaTransaction, gone: Reference, record: Fields): Promise<void> {
  const before = (await tx.meta<GoneParents>(goneParentsFact)) ?? {}
  const copies: GoneParents = { [nameOf(gone)]: record }
  for (const [name, known] of Object.entries(before)) {
    const [otherEntity, ...rest] = name.split(' ')
    if (await hasOperationsOnChildren(tx, otherEntity as EntityName, rest.join(' '))) copies[name] ??= known
  }
  await tx.setMeta(goneParentsFact, copies)
}

export async function lastCopyOfDeleted(tx: Pick<ReplicaTransaction, 'meta'>, gone: Reference): Promise<Fields | null> {
  return (await tx.meta<GoneParents>(goneParentsFact))?.[nameOf(gone)] ?? null
}

export async function hasOperationsOnChildren(
  tx: ReplicaTransaction,
  entity: EntityName,
  key: LocalKey,
): Promise<boolean> {
  for (const child of kinds[entity].deletedWithRecord) {
    for (const row of await tx.rowsReferringTo(child.entity, child.field, key)) {
      if ((await tx.recordQueue(child.entity, row.key)).length > 0) return true
    }
  }
  return false
}

function nameOf({ entity, key }: Reference): string {
  return `${entity} ${key}`
}

/** Returns the records whose deletion would delete the operation's record too, the outermost first: a listing before its open house. */
export function parentsOf({ entity, references }: Pick<Operation, 'entity' | 'references'>): Parent[] {
  return Object.entries(references)
    .map(([field, { entity: of, key }]) => ({ entity: of, key, field }))
    .filter((parent) => kinds[parent.entity].deletedWithRecord.some((child) => child.entity === entity))
    .toSorted((one, other) => kinds[other.entity].deletedWithRecord.length - kinds[one.entity].deletedWithRecord.length)
}

/** `field`: the reference field of the child. */
type Parent = Reference & { field: string }

/** Returns the operations on children of the record that a create makes, such as visitors of an unsent open house; none for other operations. */
export async function operationsOnChildren(
  tx: ReplicaTransaction,
  { entity, key, kind }: Operation,
): Promise<Operation[]> {
  const below: Operation[] = []
  if (kind !== 'create') return below
  for await (const other of everyOperation(tx)) if (isBelow(other, entity, key)) below.push(other)
  return below
}

/** Queues the rejected operations on a record's children again: the server may have refused them because the record was missing. */
export async function resendRejectedChildren(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<void> {
  for (const operation of await tx.operationsInState('attention')) {
    if (isBelow(operation, entity, key)) await tx.putOperation(underNewKey(operation))
  }
}

function isBelow(operation: Operation, entity: EntityName, key: LocalKey): boolean {
  return parentsOf(operation).some((parent) => parent.entity === entity && parent.key === key)
}

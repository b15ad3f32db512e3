import { type EntityName, entityNames, kinds } from '#core/kinds/all-kinds.ts'
import { keyField } from '#core/kinds/key-field.ts'
import { type Fields, fieldsOf } from '#core/contract/json.ts'
import { isJsonEqual, type LocalKey, type Operation } from '#core/sync/operation.ts'
import { pick } from '#core/sync/pick.ts'
import type { ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { composeRow } from './compose-row.ts'

/*
 * A record may contain a copy of one that it refers to: a listing contains its property. Screens read the copy, so a local change of the
 * property must change the copy, too, except where the listing has a value of its own (`overriddenBy`).
 *
 * The copy is stored in the outer record's base and in `shown` of its operations, from which the row is composed.
 */

/** Updates the copies of a record inside other records, after its row has changed. */
export async function refreshCopies(tx: ReplicaTransaction, entity: EntityName, row: Row): Promise<void> {
  for (const outer of entityNames) {
    for (const field of kinds[outer].nested ?? []) {
      if (kinds[outer].references[field] !== entity) continue
      for (const holder of await tx.rowsReferringTo(outer, field, row.key))
        await refreshCopy(tx, { outer, field, holder }, pick(row, namesIn(entity, row)))
    }
  }
}

type Place = { outer: EntityName; field: string; holder: Row }

async function refreshCopy(tx: ReplicaTransaction, { outer, field, holder }: Place, values: Fields): Promise<void> {
  const { key } = holder
  const queue = await tx.recordQueue(outer, key)
  if (queue.length === 0) {
    const row = withCopy(outer, field, holder, values)
    if (!isJsonEqual(row, holder)) await tx.putRows(outer, [row])
    return
  }
  let base = await tx.base(outer, key)
  if (base?.record != null) {
    base = { ...base, record: withCopy(outer, field, base.record, values) }
    await tx.putBase(base)
  }
  const overrides: Fields = { ...base?.record }
  const updatedQueue: Operation[] = []
  for (const operation of queue) {
    Object.assign(overrides, operation.changes)
    const shown = { ...overrides, ...operation.shown }
    const next = field in operation.shown ? withCopy(outer, field, shown, values)[field] : undefined
    const changed = next === undefined ? operation : { ...operation, shown: { ...operation.shown, [field]: next } }
    if (changed !== operation) await tx.putOperation(changed)
    updatedQueue.push(changed)
  }
  const row = composeRow({ entity: outer, key }, base, updatedQueue)
  if (row !== null) await tx.putRows(outer, [row])
}

function withCopy<Record extends Fields>(outer: EntityName, field: string, record: Record, values: Fields): Record {
  const copy = fieldsOf(record[field])
  return copy === null ? record : { ...record, [field]: { ...copy, ...values, ...overridesIn(outer, field, record) } }
}

function overridesIn(outer: EntityName, field: string, record: Fields): Fields {
  const name = kinds[outer].overriddenBy?.[field]
  return (name === undefined ? null : fieldsOf(record[name])) ?? {}
}

function namesIn(entity: EntityName, row: Fields): string[] {
  return kinds[entity].fields.filter((name) => row[name] !== undefined)
}

/** Returns a function that adds waiting local changes of nested records to a record from the server. */
export async function withNestedLocalChanges(
  tx: ReplicaTransaction,
  entity: EntityName,
): Promise<(record: Fields) => Promise<Fields>> {
  const nested = kinds[entity].nested ?? []
  const places: { field: string; of: EntityName; waiting: Set<LocalKey> }[] = []
  for (const field of nested) {
    const of = kinds[entity].references[field]
    if (of !== undefined) places.push({ field, of, waiting: await tx.keysWithOperations(of) })
  }
  return async (record) => {
    let here = record
    for (const { field, of, waiting } of places) {
      const key = record[keyField(field)]
      const isChanged = typeof key === 'string' && waiting.has(key)
      const row = isChanged ? await tx.row(of, key) : undefined
      here = withCopy(entity, field, here, row === undefined ? {} : pick(row, namesIn(of, row)))
    }
    return here
  }
}

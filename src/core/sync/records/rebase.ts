import { type EntityName, entityNames, kinds } from '#core/kinds/all-kinds.ts'
import { keyField } from '#core/kinds/key-field.ts'
import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import { knownNumber } from '#core/domain/text/amounts.ts'
import { pick, versionOf, withoutKey } from './record-fields.ts'
import { isEmbeddedReference } from './references.ts'
import { isJsonEqual, type LocalKey, type Operation, type Reference } from '#core/sync/operation.ts'
import type { Base, ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { removeChildren, removeOrphanedParent, storeLastCopyOfDeleted } from './child-records.ts'

/** Writes a row: the base with the operations applied. Call it after a change of either. Without operations, deletes the base, and a `gone` row. */
export async function rebase(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<void> {
  const base = await tx.base(entity, key)
  const queue = await tx.recordQueue(entity, key)
  const isGone = queue.length === 0 && base?.gone === true
  if (isGone && (await removeChildren(tx, entity, key)) === 'some stay' && base.record !== null)
    await storeLastCopyOfDeleted(tx, { entity, key }, base.record)
  const row = isGone ? null : composeRow({ entity, key }, base, queue)
  if (row === null) {
    const last = base?.record ?? (await tx.row(entity, key)) ?? null
    await tx.deleteRows(entity, [key])
    await removeOrphanedParent(tx, entity, last)
  } else {
    await tx.putRows(entity, [row])
    await refreshCopies(tx, entity, row)
  }
  if (queue.length === 0 && base !== undefined) await tx.deleteBase(entity, key)
}

/** Stores the row as the base if there is no base. Call it before adding a first operation, while the row is still the server's copy. */
export async function storeBase(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<void> {
  if ((await tx.base(entity, key)) !== undefined) return
  const row = await tx.row(entity, key)
  if (row !== undefined) await tx.putBase({ entity, key, record: withoutKey(row), version: versionOf(row) })
}

/** Returns the row that screens read: the base with the operations applied in order. Null if there is no record to show. */
export function composeRow(
  { entity, key }: Reference,
  base: Base | undefined,
  operations: readonly Operation[],
): Row | null {
  let fields: Fields | null = base?.record ?? null
  for (const operation of operations) {
    if (operation.kind === 'delete') fields = null
    else if (operation.kind === 'create' || fields !== null) fields = { ...fields, ...operationFields(operation) }
  }
  return fields === null ? null : { ...withEveryField(entity, fields), key }
}

function operationFields(operation: Operation): Fields {
  const fields = { ...operation.shown, ...writtenFields(operation) }
  for (const [field, file] of Object.entries(operation.files)) fields[`${field}_file`] = file satisfies Json
  return fields
}

/** Returns the fields that an operation writes, with references as the row has them: by local key. */
export function writtenFields({ changes, references }: Pick<Operation, 'changes' | 'references'>): Fields {
  const fields: Fields = { ...changes }
  for (const [field, reference] of Object.entries(references)) {
    if (!isEmbeddedReference(field)) fields[keyField(field)] = reference.key
  }
  return fields
}

/** Adds the fields that screens read but the server left out, and corrects their types. */
export function withEveryField(entity: EntityName, record: Fields): Fields {
  return withDefaults(kinds[entity].whenMissing, record)
}

/** Returns only the fields that the server sent, in the form that screens read, to compare them with a form's opening values. */
export function fieldsFromServer(entity: EntityName, record: Fields): Fields {
  return pick(withEveryField(entity, record), Object.keys(record))
}

/** Replaces values that are missing or of another type. A field whose default is null is dropped unless it has a text. */
function withDefaults(defaults: Fields, record: Fields): Fields {
  const changed: Fields = {}
  const dropped = new Set<string>()
  for (const [field, defaultValue] of Object.entries(defaults)) {
    const value = record[field]
    if (defaultValue !== null) {
      const shown = asTypeOf(defaultValue, value)
      if (shown !== value) changed[field] = shown
    } else if (value !== undefined && (typeof value !== 'string' || value === '')) dropped.add(field)
  }
  if (Object.keys(changed).length + dropped.size === 0) return record
  const rest = Object.entries(record).filter(([field]) => !dropped.has(field))
  return { ...Object.fromEntries(rest), ...changed }
}

function asTypeOf(defaults: Exclude<Json, null>, value: Json | undefined): Json {
  if (Array.isArray(defaults)) return Array.isArray(value) ? withMembers(fieldsOf(defaults[0]), value) : []
  if (typeof defaults === 'object') return withDefaults(defaults, fieldsOf(value) ?? {})
  if (typeof defaults === 'string') return (typeof value === 'number' ? String(value) : textIn(value)) || defaults
  const parsed = typeof value === 'string' ? knownNumber(value) : value
  return typeof parsed === typeof defaults ? (parsed ?? defaults) : defaults
}

function withMembers(defaults: Fields | null, value: Json[]): Json[] {
  if (defaults === null) return value
  const all = value.map(fieldsOf).flatMap((member) => (member === null ? [] : [withDefaults(defaults, member)]))
  return all.length === value.length && all.every((member, index) => member === value[index]) ? value : all
}

function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/*
 * A record may contain a copy of one that it refers to: a listing contains its property. Screens read the copy, so a local change of the
 * property also changes the copy, except where the listing has its own value (`overriddenBy`). The outer record's base and the `shown` of its
 * operations store the copy.
 */

async function refreshCopies(tx: ReplicaTransaction, entity: EntityName, row: Row): Promise<void> {
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
  const fieldsSoFar: Fields = { ...base?.record }
  const updatedQueue: Operation[] = []
  for (const operation of queue) {
    Object.assign(fieldsSoFar, operation.changes)
    const shown = { ...fieldsSoFar, ...operation.shown }
    const next = field in operation.shown ? withCopy(outer, field, shown, values)[field] : undefined
    const changed = next === undefined ? operation : { ...operation, shown: { ...operation.shown, [field]: next } }
    if (changed !== operation) await tx.putOperation(changed)
    updatedQueue.push(changed)
  }
  const row = composeRow({ entity: outer, key }, base, updatedQueue)
  if (row !== null) await tx.putRows(outer, [row])
}

/** Returns a function that puts this device's unsent changes into the copies inside a record from the server. */
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

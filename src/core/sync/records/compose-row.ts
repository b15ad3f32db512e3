import { keyField } from '#core/kinds/key-field.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import { knownNumber } from '#core/domain/text/amounts.ts'
import { pick } from '#core/sync/pick.ts'
import { isEmbeddedReference } from './references.ts'
import type { Operation, Reference } from '#core/sync/operation.ts'
import type { Base, Row } from '#core/sync/ports.ts'

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

/** Adds the fields that screens read but the server left out, and corrects their types. */
export function withEveryField(entity: EntityName, record: Fields): Fields {
  return withDefaults(kinds[entity].whenMissing, record)
}

/**
 * Returns only the fields that the server sent, in the form that screens read, to compare them with a form's opening
 * values.
 */
export function fieldsFromServer(entity: EntityName, record: Fields): Fields {
  return pick(withEveryField(entity, record), Object.keys(record))
}

/** With a default of null, a field that has no text is dropped. */
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

/** Returns the fields that an operation sets in a row, with reference keys and unsent files. */
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

export function withoutKey(row: Row): Fields {
  const { key: _, ...record } = row
  return record
}

/** Returns a record's version as text, as in its ETag; null if the server sent none. */
export function versionOf(record: Fields | null | undefined): string | null {
  const version = record?.['version']
  return typeof version === 'number' || typeof version === 'string' ? String(version) : null
}

/** Returns the fields of a record that an agent can write. */
export function declaredFields(entity: EntityName, record: Fields): Fields {
  const names = kinds[entity].fields.filter((name) => record[name] !== undefined)
  return pick(record, names)
}

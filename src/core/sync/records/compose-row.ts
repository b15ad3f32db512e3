import { keyField } from '#core/kinds/key-field.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import { knownNumber } from '#core/domain/text/amounts.ts'
import { pick } from '#core/sync/pick.ts'
import { isEmbeddedReference } from './references.ts'
import type { Operation, Reference } from '#core/sync/operation.ts'
import type { Base, Row } from '#core/sync/ports.ts'

/** The row that screens read: the base with the operations applied in order. Null if there is no record to show. */
export function composeRow(
  { entity, key }: Reference,
  base: Base | undefined,
  chain: readonly Operation[],
): Row | null {
  let fields: Fields | null = base?.record ?? null
  for (const operation of chain) {
    if (operation.kind === 'delete') fields = null
    else if (operation.kind === 'create' || fields !== null) fields = { ...fields, ...operationFields(operation) }
  }
  return fields === null ? null : { ...withEveryField(entity, fields), key }
}

/** Adds the fields that screens read but the server left out, and corrects their types. */
export function withEveryField(entity: EntityName, record: Fields): Fields {
  return filled(kinds[entity].whenMissing, record)
}

/** The fields that the server named, as screens show them, to compare with what a form opened with. */
export function saidFields(entity: EntityName, record: Fields): Fields {
  return pick(withEveryField(entity, record), Object.keys(record))
}

function filled(usual: Fields, record: Fields): Fields {
  const changed: Fields = {}
  const dropped = new Set<string>()
  for (const [field, missing] of Object.entries(usual)) {
    const value = record[field]
    if (missing !== null) {
      const shown = asTypeOf(missing, value)
      if (shown !== value) changed[field] = shown
    } else if (value !== undefined && (typeof value !== 'string' || value === '')) dropped.add(field)
  }
  if (Object.keys(changed).length + dropped.size === 0) return record
  const kept = Object.entries(record).filter(([field]) => !dropped.has(field))
  return { ...Object.fromEntries(kept), ...changed }
}

function asTypeOf(usual: Exclude<Json, null>, value: Json | undefined): Json {
  if (Array.isArray(usual)) return Array.isArray(value) ? withMembers(fieldsOf(usual[0]), value) : []
  if (typeof usual === 'object') return filled(usual, fieldsOf(value) ?? {})
  if (typeof usual === 'string') return (typeof value === 'number' ? String(value) : textIn(value)) || usual
  const known = typeof value === 'string' ? knownNumber(value) : value
  return typeof known === typeof usual ? (known ?? usual) : usual
}

function withMembers(usual: Fields | null, value: Json[]): Json[] {
  if (usual === null) return value
  const all = value.map(fieldsOf).flatMap((member) => (member === null ? [] : [filled(usual, member)]))
  return all.length === value.length && all.every((member, index) => member === value[index]) ? value : all
}

function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** The fields that an operation sets in a row, with reference keys and unsent files. */
function operationFields(operation: Operation): Fields {
  const fields = { ...operation.shown, ...writtenFields(operation) }
  for (const [field, file] of Object.entries(operation.files)) fields[`${field}_file`] = file satisfies Json
  return fields
}

/** What an operation writes, in the form of a row. */
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

export function versionOf(record: Fields | null | undefined): string | null {
  const version = record?.['version']
  return typeof version === 'number' || typeof version === 'string' ? String(version) : null
}

/** The fields of a record that agents write. */
export function declaredFields(entity: EntityName, record: Fields): Fields {
  const names = kinds[entity].fields.filter((name) => record[name] !== undefined)
  return pick(record, names)
}

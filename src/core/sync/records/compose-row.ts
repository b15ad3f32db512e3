import { keyField } from '#core/kinds/key-field.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { isMention } from './mentions.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import type { Base, Row } from '#core/sync/ports.ts'

/** The row as the screen reads it: base ⊕ operations, in their order. Null when it is not to be seen. */
export function composeRow(key: LocalKey, base: Base | undefined, chain: readonly Operation[]): Row | null {
  let fields: Fields | null = base?.record ?? null
  for (const operation of chain) {
    if (operation.kind === 'delete') fields = null
    else if (operation.kind === 'create' || fields !== null) fields = { ...fields, ...painted(operation) }
  }
  return fields === null ? null : { ...fields, key }
}

/** What an operation paints over a row: its fields, the keys it refers to, and its files before they are sent. */
function painted(operation: Operation): Fields {
  const fields = { ...operation.shown, ...writtenFields(operation) }
  for (const [field, file] of Object.entries(operation.files)) fields[`${field}_file`] = file satisfies Json
  return fields
}

/** What an operation writes, as it stands in a row. */
export function writtenFields({ changes, references }: Pick<Operation, 'changes' | 'references'>): Fields {
  const fields: Fields = { ...changes }
  for (const [field, reference] of Object.entries(references)) {
    if (!isMention(field)) fields[keyField(field)] = reference.key
  }
  return fields
}

export function withoutKey(row: Row): Fields {
  const { key: _, ...record } = row
  return record
}

/** The record's version as text; servers without versions send none. */
export function versionOf(record: Fields | null | undefined): string | null {
  const version = record?.['version']
  return typeof version === 'number' || typeof version === 'string' ? String(version) : null
}

import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Row } from '#core/sync/ports.ts'

/** Returns a copy with only the named fields. A missing field is null. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
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

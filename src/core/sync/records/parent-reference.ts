import { keyField } from '#core/kinds/key-field.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Reference } from '#core/sync/operation.ts'

/** The reference to the record that owns a nested one; every operation on it needs it for its path. */
export function parentReference(entity: EntityName, row: Fields): Record<string, Reference> {
  const { parent } = kinds[entity]
  const reference = parent === undefined ? undefined : referencesIn(entity, row)[parent]
  return parent === undefined || reference === undefined ? {} : { [parent]: reference }
}

/** All references that a record holds. */
export function referencesIn(entity: EntityName, record: Fields): Record<string, Reference> {
  const references: Record<string, Reference> = {}
  for (const [field, referred] of Object.entries(kinds[entity].references)) {
    const key = record[keyField(field)]
    if (typeof key === 'string') references[field] = { entity: referred, key }
  }
  return references
}

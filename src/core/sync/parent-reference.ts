import { type EntityName, declarations } from './entities.ts'
import type { Fields } from './json.ts'
import type { Reference } from './operation.ts'

/** The reference to the record that owns a nested one; every operation on it needs it for its path. */
export function parentReference(entity: EntityName, row: Fields): Record<string, Reference> {
  const { parent, references } = declarations[entity]
  if (parent === undefined) return {}
  const key = row[`${parent}_key`]
  const parentEntity = references[parent]
  return typeof key === 'string' && parentEntity !== undefined ? { [parent]: { entity: parentEntity, key } } : {}
}

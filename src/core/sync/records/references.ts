import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { isLocalKey } from './keys.ts'
import type { LocalKey, Reference } from '#core/sync/operation.ts'
import { keyField } from '#core/kinds/key-field.ts'

/*
 * A field may contain local keys of records that the server does not have yet, alone or in a list: the client of a showing, the listings
 * of a tour. Each key is an embedded reference: the operation waits until the record has a server id, which replaces the key.
 */

/** Returns the embedded references, each under a name that no field has: `selected_listings[local-…]`. */
export function embeddedReferencesIn(entity: EntityName, changes: Fields): Record<string, Reference> {
  const references: Record<string, Reference> = {}
  resolveEmbeddedReferences(entity, changes, (name, referred, field) => {
    if (typeof name === 'string') references[`${field}[${name}]`] = { entity: referred, key: name }
    return name
  })
  return references
}

export function isEmbeddedReference(referenceName: string): boolean {
  return referenceName.endsWith(']')
}

/** Returns the key in an embedded reference's name. The changes contain this key even if the reference now refers to another record. */
export function keyOfEmbeddedReference(referenceName: string): string {
  return referenceName.slice(referenceName.indexOf('[') + 1, -1)
}

/** Returns `references` with the embedded ones replaced by those that `changes` contain. */
export function referencesOf(
  entity: EntityName,
  changes: Fields,
  references: Record<string, Reference>,
): Record<string, Reference> {
  const single = Object.entries(references).filter(([name]) => !isEmbeddedReference(name))
  return { ...Object.fromEntries(single), ...embeddedReferencesIn(entity, changes) }
}

/** Returns the changes with server ids instead of local keys; references to records without an id are left out or null. */
export function withResolvedReferences(
  entity: EntityName,
  changes: Fields,
  idOf: (key: LocalKey) => number | null,
): Fields {
  return resolveEmbeddedReferences(entity, changes, (name) => (typeof name === 'string' ? idOf(name) : name))
}

type MentionedAs = number | LocalKey

/**
 * Returns the changes with each embedded reference replaced by what `rename` returns. Null means that the record will never exist: the
 * reference is left out of a list of ids, and is null elsewhere, because a tour still has the stop of a deleted listing (reading R17).
 */
export function resolveEmbeddedReferences(
  entity: EntityName,
  changes: Fields,
  rename: (name: MentionedAs, referred: EntityName, field: string) => MentionedAs | null,
): Fields {
  const renamed = { ...changes }
  for (const [field, referred] of Object.entries(kinds[entity].embeddedReferences ?? {})) {
    const inside = (value: Json, isId: boolean): Json => {
      if (typeof value === 'string') return isLocalKey(value) ? rename(value, referred, field) : value
      if (typeof value === 'number') return isId ? rename(value, referred, field) : value
      if (Array.isArray(value)) return value.map((member) => inside(member, true)).filter((member) => member !== null)
      if (value === null || typeof value !== 'object') return value
      const members = Object.entries(value).map(([name, member]) => [name, inside(member, name === `${referred}_id`)])
      return Object.fromEntries(members)
    }
    const value = changes[field]
    if (value !== undefined) renamed[field] = inside(value, true)
  }
  return renamed
}

/** Returns the reference to the parent of a nested record, whose URL contains the parent's id; empty for other records. */
export function parentReference(entity: EntityName, row: Fields): Record<string, Reference> {
  const { parent } = kinds[entity]
  const reference = parent === undefined ? undefined : referencesIn(entity, row)[parent]
  return parent === undefined || reference === undefined ? {} : { [parent]: reference }
}

/** Returns the references in a record's own fields, not the embedded ones. */
export function referencesIn(entity: EntityName, record: Fields): Record<string, Reference> {
  const references: Record<string, Reference> = {}
  for (const [field, referred] of Object.entries(kinds[entity].references)) {
    const key = record[keyField(field)]
    if (typeof key === 'string') references[field] = { entity: referred, key }
  }
  return references
}

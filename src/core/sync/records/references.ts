import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { isLocalKey } from './keys.ts'
import type { LocalKey, Reference } from '#core/sync/operation.ts'
import { keyField } from '#core/kinds/key-field.ts'

/*
 * A field may name records that the server does not know yet by their local keys, alone or in a list: the client of a showing,
 * the listings of a tour. Each such key is a reference of the operation, so that it waits for the record; sending puts the
 * server's id in its place.
 */

/** The references that such fields hold, under names that no field has: `selected_listings[local-…]`. */
export function mentionsIn(entity: EntityName, changes: Fields): Record<string, Reference> {
  const references: Record<string, Reference> = {}
  resolveEmbeddedReferences(entity, changes, (name, referred, field) => {
    if (typeof name === 'string') references[`${field}[${name}]`] = { entity: referred, key: name }
    return name
  })
  return references
}

/** True for the name of a reference that a value mentions. */
export function isMention(referenceName: string): boolean {
  return referenceName.endsWith(']')
}

/** The key that the reference's name says. It stands for the record in the changes, whatever the reference became since. */
export function keyOfMention(referenceName: string): string {
  return referenceName.slice(referenceName.indexOf('[') + 1, -1)
}

/** References of an operation, the mentioned ones worked out anew from what its changes say now. */
export function referencesOf(
  entity: EntityName,
  changes: Fields,
  references: Record<string, Reference>,
): Record<string, Reference> {
  const single = Object.entries(references).filter(([name]) => !isMention(name))
  return { ...Object.fromEntries(single), ...mentionsIn(entity, changes) }
}

/** The changes with ids in the place of keys. */
export function withResolvedReferences(
  entity: EntityName,
  changes: Fields,
  idOf: (key: LocalKey) => number | null,
): Fields {
  return resolveEmbeddedReferences(entity, changes, (name) => (typeof name === 'string' ? idOf(name) : name))
}

/** A record as a field mentions it: by its id, or by its local key while it has none. */
type MentionedAs = number | LocalKey

/**
 * The changes with other names for the records that they mention. A record that will never be is named by null: it is left out
 * of a list of names, and is null elsewhere, because a tour keeps the stop of a listing that was deleted (reading R17).
 */
export function resolveEmbeddedReferences(
  entity: EntityName,
  changes: Fields,
  rename: (name: MentionedAs, referred: EntityName, field: string) => MentionedAs | null,
): Fields {
  const renamed = { ...changes }
  for (const [field, referred] of Object.entries(kinds[entity].mentions ?? {})) {
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

import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { isLocalKey } from './keys.ts'
import type { LocalKey, Reference } from '#core/sync/operation.ts'

/*
 * A list may name records that the server does not know yet, by their local keys: the listings of a tour. Each such key
 * is a reference of the operation, so that it waits for the record; sending puts the server's id in its place.
 */

/** The references that lists hold, under names that no field has: `selected_listings[local-…]`. */
export function listReferencesIn(entity: EntityName, changes: Fields): Record<string, Reference> {
  const references: Record<string, Reference> = {}
  renameInLists(entity, changes, (name, referred, field) => {
    if (typeof name === 'string') references[`${field}[${name}]`] = { entity: referred, key: name }
    return name
  })
  return references
}

/** True for the name of a reference that stands in a list, and not in a field of its own. */
export function isInList(referenceName: string): boolean {
  return referenceName.endsWith(']')
}

/** The key that the reference's name says. It stands for the record in the changes, whatever the reference became since. */
export function keyInList(referenceName: string): string {
  return referenceName.slice(referenceName.indexOf('[') + 1, -1)
}

/** References of an operation, those of lists worked out anew from what its changes say now. */
export function referencesOf(
  entity: EntityName,
  changes: Fields,
  references: Record<string, Reference>,
): Record<string, Reference> {
  const single = Object.entries(references).filter(([name]) => !isInList(name))
  return { ...Object.fromEntries(single), ...listReferencesIn(entity, changes) }
}

/** The changes with ids in the place of keys. */
export function withIdsInLists(entity: EntityName, changes: Fields, idOf: (key: LocalKey) => number | null): Fields {
  return renameInLists(entity, changes, (name) => (typeof name === 'string' ? idOf(name) : name))
}

/** A record as a list names it: by its id, or by its local key while it has none. */
type NameInList = number | LocalKey

/**
 * The changes with other names in their lists. A record that will never be is named by null: it is left out of a list of names,
 * and is null inside a member, because a tour keeps the stop of a listing that was deleted (reading R17).
 */
export function renameInLists(
  entity: EntityName,
  changes: Fields,
  rename: (name: NameInList, referred: EntityName, field: string) => NameInList | null,
): Fields {
  const renamed = { ...changes }
  for (const [field, referred] of Object.entries(kinds[entity].listReferences ?? {})) {
    const inside = (value: Json, isId: boolean): Json => {
      if (typeof value === 'string') return isLocalKey(value) ? rename(value, referred, field) : value
      if (typeof value === 'number') return isId ? rename(value, referred, field) : value
      if (Array.isArray(value)) return value.map((member) => inside(member, true)).filter((member) => member !== null)
      if (value === null || typeof value !== 'object') return value
      const members = Object.entries(value).map(([name, member]) => [name, inside(member, name === `${referred}_id`)])
      return Object.fromEntries(members)
    }
    const list = changes[field]
    if (list !== undefined) renamed[field] = inside(list, false)
  }
  return renamed
}

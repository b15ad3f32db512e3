import { type EntityName, declarations } from './entities.ts'
import type { Fields, Json } from './json.ts'
import { isLocalKey } from './keys.ts'
import type { Reference } from './operation.ts'

/*
 * A list may name records that the server does not know yet, by their local keys: the listings of a tour. Each such key
 * is a reference of the operation, so that it waits for the record; sending puts the server's id in its place.
 */

/** The references that lists hold, under names that no field has: `selected_listings[local-…]`. */
export function listReferencesIn(entity: EntityName, changes: Fields): Record<string, Reference> {
  const references: Record<string, Reference> = {}
  for (const [field, referred] of Object.entries(declarations[entity].listReferences ?? {})) {
    for (const key of localKeysIn(changes[field])) references[`${field}[${key}]`] = { entity: referred, key }
  }
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

/**
 * The changes with ids in the place of keys. A record that will never be is left out of a list of keys, and is `null`
 * inside a member: a tour keeps the stop of a listing that was deleted (decisions §5).
 */
export function withIdsInLists(entity: EntityName, changes: Fields, idOf: (key: string) => number | null): Fields {
  const fields = Object.keys(declarations[entity].listReferences ?? {}).filter((field) => field in changes)
  if (fields.length === 0) return changes
  return { ...changes, ...Object.fromEntries(fields.map((field) => [field, withIds(changes[field] ?? null, idOf)])) }
}

function withIds(value: Json, idOf: (key: string) => number | null): Json {
  if (typeof value === 'string') return isLocalKey(value) ? idOf(value) : value
  if (Array.isArray(value)) {
    return value.flatMap((member) => {
      const known = withIds(member, idOf)
      return known === null && typeof member === 'string' ? [] : [known]
    })
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, withIds(inside, idOf)]))
}

/**
 * The same lists with other ids, as `to` says of each: another id, a local key that stands for a record that is yet to be made,
 * or null for a record that will never be.
 */
export function withOtherIdsInLists(
  entity: EntityName,
  changes: Fields,
  to: (referred: EntityName, id: number) => number | string | null,
): Fields {
  const lists = Object.entries(declarations[entity].listReferences ?? {}).filter(([field]) => field in changes)
  if (lists.length === 0) return changes
  const mapped = lists.map(([field, referred]) => {
    const inside = (value: Json, isId: boolean): Json => {
      if (typeof value === 'number') return isId ? to(referred, value) : value
      if (Array.isArray(value)) return value.map((member) => inside(member, true)).filter((member) => member !== null)
      if (value === null || typeof value !== 'object') return value
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, inside(member, name === `${referred}_id`)]),
      )
    }
    return [field, inside(changes[field] ?? null, false)] as const
  })
  return { ...changes, ...Object.fromEntries(mapped) }
}

function localKeysIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return isLocalKey(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(localKeysIn)
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(localKeysIn) : []
}

import { keyField } from '#core/kinds/key-field.ts'
import { entityNames, type EntityName, isInFeed, kinds } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { type DeviceDatabase, mirrorTable } from '#storage/database/device-database.ts'

/** How many records of each kind are deleted with a record. */
export type Children = Partial<Record<EntityName, number>>

/** Counts a record's children. Leaves out write-only kinds, which have no screens. */
export async function countChildren(database: DeviceDatabase, entity: EntityName, key: LocalKey): Promise<Children> {
  const counts = await Promise.all(
    kinds[entity].deletedWithRecord
      .filter((child) => isInFeed(child.entity))
      .map(async (child) => {
        const count = await mirrorTable(database, child.entity).where(keyField(child.field)).equals(key).count()
        return [child.entity, count] as const
      }),
  )
  return Object.fromEntries(counts)
}

/** After *Undo* of a deletion: how many children of each kind are in `before` but not in `now`, because the server has deleted them. */
export function lostChildren(now: Children, before: Children): Children {
  return Object.fromEntries(entityNames.map((entity) => [entity, (before[entity] ?? 0) - (now[entity] ?? 0)]))
}

/** Returns 'its photo' or 'its 2 photos and 1 showing'; null without children. */
export function formatChildren(children: Children): string | null {
  const counts = formatChildCounts(children)
  return counts === null ? null : `its ${/ and /.test(counts) ? counts : counts.replace(/^1 /, '')}`
}

/** Returns '1 photo' or '2 photos and 1 showing'; null without children. */
export function formatChildCounts(children: Children): string | null {
  const parts = entityNames.flatMap((entity) => {
    const count = children[entity] ?? 0
    return count > 0 ? [`${count} ${kinds[entity].nameOnScreen}${count === 1 ? '' : 's'}`] : []
  })
  const last = parts.pop()
  if (last === undefined) return null
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

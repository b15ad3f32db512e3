import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from './device-database.ts'

/** Returns the local key for a server id; a local key, or an unknown id, is returned unchanged, so old addresses work (fault E4). */
export async function resolveLocalKey(
  database: DeviceDatabase,
  entity: EntityName,
  idOrKey: string,
): Promise<LocalKey> {
  if (!/^\d+$/.test(idOrKey)) return idOrKey
  const alias = await database.aliases.get({ entity, id: Number(idOrKey) })
  return alias?.key ?? idOrKey
}

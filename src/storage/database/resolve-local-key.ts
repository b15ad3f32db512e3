import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from './device-database.ts'

/**
 * Returns the local key of the record that a URL names by server id or local key, so that either works permanently (fault E4).
 * An id that this device does not have is returned unchanged.
 */
export async function resolveLocalKey(
  database: DeviceDatabase,
  entity: EntityName,
  idOrKey: string,
): Promise<LocalKey> {
  if (!/^\d+$/.test(idOrKey)) return idOrKey
  const alias = await database.aliases.get({ entity, id: Number(idOrKey) })
  return alias?.key ?? idOrKey
}

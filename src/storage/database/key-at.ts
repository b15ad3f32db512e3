import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from './device-database.ts'

/**
 * The key of the record that an address names, by the server's id or by a key of this device; both work for ever
 * (fault E4). A live query that calls this follows the alias too.
 */
export async function keyAt(database: DeviceDatabase, entity: EntityName, idOrKey: string): Promise<LocalKey> {
  if (!/^\d+$/.test(idOrKey)) return idOrKey
  const alias = await database.aliases.get({ entity, id: Number(idOrKey) })
  return alias?.key ?? idOrKey
}

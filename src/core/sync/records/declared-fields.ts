import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { pick } from '#core/sync/pick.ts'

/** The fields of a record that the agent writes. */
export function declaredFields(entity: EntityName, record: Fields): Fields {
  const names = kinds[entity].fields.filter((name) => record[name] !== undefined)
  return pick(record, names)
}

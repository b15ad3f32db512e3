import { sql, type RawBuilder } from 'kysely'

/** True for a row of properties, called `table`, that is shared or private to this agent. */
export function isVisibleTo(agentId: number, table = 'properties'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`(not ${column('is_private')} or ${column('created_by')} = ${agentId})`
}

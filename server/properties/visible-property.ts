import { sql, type RawBuilder } from 'kysely'

/** Returns an SQL condition for properties that the agent can see: shared ones and the agent's private ones. `table` may be an alias. */
export function isVisibleTo(agentId: number, table = 'properties'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`(not ${column('is_private')} or ${column('created_by')} = ${agentId})`
}

import { sql, type RawBuilder } from 'kysely'

/** True of a row of properties, called `table`, that this agent sees: a shared one, or a private one of his or her own. */
export function isVisibleTo(agentId: number, table = 'properties'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`(not ${column('is_private')} or ${column('created_by')} = ${agentId})`
}

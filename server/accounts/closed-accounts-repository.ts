import { sql, type Kysely } from 'kysely'
import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import type { Tables } from '#server/database/tables.ts'
import { nameKey } from './agents-repository.ts'
import { deleteSessionsOf } from './credentials-repository.ts'

/** Returns the ended sessions' token hashes; null for an unknown name. With the release code, the agent can still export unsent work. */
export function closeAgent(db: Kysely<Tables>, username: string, releaseCodeHash: string): Promise<string[] | null> {
  return db.transaction().execute(async (trx) => {
    const agent = await trx
      .updateTable('agents')
      .set({ closed_at: sql`coalesce(closed_at, now())`, release_code_hash: releaseCodeHash })
      .where('username_key', '=', nameKey(username))
      .returning('id')
      .executeTakeFirst()
    if (agent === undefined) return null
    const ended = await deleteSessionsOf(trx, agent.id)
    await trx.deleteFrom('api_tokens').where('agent_id', '=', agent.id).execute()
    await touchListings(trx, agent.id)
    return ended
  })
}

/** Returns false for an unknown name. */
export function reopenAgent(db: Kysely<Tables>, username: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const agent = await trx
      .updateTable('agents')
      .set({ closed_at: null, release_code_hash: null })
      .where('username_key', '=', nameKey(username))
      .returning('id')
      .executeTakeFirst()
    if (agent === undefined) return false
    await touchListings(trx, agent.id)
    return true
  })
}

/** Puts the agent's active listings into the other agents' feeds again: closing an account hides them there, reopening shows them. */
async function touchListings(trx: Kysely<Tables>, agentId: number): Promise<void> {
  await sql`update listings set changed_xid = pg_current_xact_id()
    where agent_id = ${agentId} and status in (${sql.join(activeStatuses)})`.execute(trx)
}

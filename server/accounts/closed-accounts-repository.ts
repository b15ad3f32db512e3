import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { nameKey } from './agents-repository.ts'

/**
 * Closes the account and ends all its sessions and tokens. `releaseCodeHash`: whoever knows the code may take out what waits
 * on a device. False when nobody has that name.
 */
export function closeAgent(db: Kysely<Tables>, username: string, releaseCodeHash: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const agent = await trx
      .updateTable('agents')
      .set({ closed_at: sql`coalesce(closed_at, now())`, release_code_hash: releaseCodeHash })
      .where('username_key', '=', nameKey(username))
      .returning('id')
      .executeTakeFirst()
    if (agent === undefined) return false
    await trx.deleteFrom('sessions').where('agent_id', '=', agent.id).execute()
    await trx.deleteFrom('api_tokens').where('agent_id', '=', agent.id).execute()
    return true
  })
}

/** Lets the agent sign in again, as before. False when nobody has that name. */
export async function reopenAgent(db: Kysely<Tables>, username: string): Promise<boolean> {
  const reopened = await db
    .updateTable('agents')
    .set({ closed_at: null, release_code_hash: null })
    .where('username_key', '=', nameKey(username))
    .executeTakeFirst()
  return reopened.numUpdatedRows > 0n
}

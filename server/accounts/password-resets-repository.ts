import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { findAgentByUsername, nameKey } from './agents-repository.ts'
import { deleteSessionsOf, revokeAccess } from './credentials-repository.ts'

/** Stores the hash of a reset code for an hour, in place of an earlier one. Returns `kept`, or why it was not stored. */
export async function storeResetCode(
  db: Kysely<Tables>,
  username: string,
  code_hash: string,
): Promise<'kept' | 'closed' | 'unknown'> {
  const agent = await findAgentByUsername(db, username)
  if (agent === undefined) return 'unknown'
  if (agent.closed_at !== null) return 'closed'
  const reset = { code_hash, expires_at: sql<Date>`now() + interval '1 hour'` }
  await db
    .insertInto('password_resets')
    .values({ agent_id: agent.id, ...reset })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(reset))
    .execute()
  return 'kept'
}

/** Sets the password; ends sessions, API tokens and calendar feed. Returns the session token hashes; null if the code is not valid for this name. */
export function redeemResetCode(
  db: Kysely<Tables>,
  { username, codeHash, password_hash }: { username: string; codeHash: string; password_hash: string },
): Promise<string[] | null> {
  return db.transaction().execute(async (trx) => {
    const agent = await trx
      .deleteFrom('password_resets')
      .using('agents')
      .whereRef('agents.id', '=', 'password_resets.agent_id')
      .where('agents.username_key', '=', nameKey(username))
      .where('agents.closed_at', 'is', null)
      .where('password_resets.code_hash', '=', codeHash)
      .where('password_resets.expires_at', '>', sql<Date>`now()`)
      .returning('agents.id')
      .executeTakeFirst()
    if (agent === undefined) return null
    await trx
      .updateTable('agents')
      .set({ password_hash, updated_at: sql`now()` })
      .where('id', '=', agent.id)
      .execute()
    await revokeAccess(trx, agent.id)
    return deleteSessionsOf(trx, agent.id)
  })
}

import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

export const invitationDays = 7

export async function insertInvitation(db: Kysely<Tables>, token_hash: string): Promise<void> {
  const expires_at = sql<Date>`now() + make_interval(days => ${sql.lit(invitationDays)})`
  await db.insertInto('invitations').values({ token_hash, expires_at }).execute()
}

export async function isInvited(db: Kysely<Tables>, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up an invitation; returns false if it was already used or has expired. */
export async function takeInvitation(db: Kysely<Tables>, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether no agent has registered yet. With `untilCommit`, blocks concurrent registrations until the transaction ends. */
export async function hasNoAgent(db: Kysely<Tables>, { untilCommit = false } = {}): Promise<boolean> {
  if (untilCommit) await sql`lock table agents in share row exclusive mode`.execute(db)
  return (await db.selectFrom('agents').select('id').limit(1).executeTakeFirst()) === undefined
}

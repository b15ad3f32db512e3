import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

export async function ownsListing(db: Kysely<Tables>, agentId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('listings')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

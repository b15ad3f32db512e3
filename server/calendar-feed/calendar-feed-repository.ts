import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

export type CalendarFeed = { secret: string; created_at: string }

export async function findCalendarFeed(db: Kysely<Tables>, agentId: number): Promise<CalendarFeed | undefined> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select(['secret', 'created_at'])
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
  return row && { ...row, created_at: row.created_at.toISOString() }
}

export async function saveCalendarFeed(db: Kysely<Tables>, agentId: number, secret: string): Promise<CalendarFeed> {
  const row = await db
    .insertInto('calendar_feeds')
    .values({ agent_id: agentId, secret })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet({ secret, created_at: sql`now()` }))
    .returning(['secret', 'created_at'])
    .executeTakeFirstOrThrow()
  return { ...row, created_at: row.created_at.toISOString() }
}

export async function deleteCalendarFeed(db: Kysely<Tables>, agentId: number): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('agent_id', '=', agentId).execute()
}

export async function findAgentOfFeed(
  db: Kysely<Tables>,
  secret: string,
): Promise<{ id: number; first_name: string; last_name: string; username: string } | undefined> {
  return db
    .selectFrom('calendar_feeds as feed')
    .innerJoin('agents as agent', 'agent.id', 'feed.agent_id')
    .select(['agent.id', 'agent.first_name', 'agent.last_name', 'agent.username'])
    .where('feed.secret', '=', secret)
    .where('agent.closed_at', 'is', null)
    .executeTakeFirst()
}

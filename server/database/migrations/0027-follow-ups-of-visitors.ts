import { sql, type Kysely } from 'kysely'

/** Whether the agent has called a visitor who is not a client: 'done', or the date to which the call was postponed. */
export const followUpsOfVisitors = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table open_house_visits add column follow_up text not null default ''`.execute(db)
  },
}

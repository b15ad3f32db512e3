import { sql, type Kysely } from 'kysely'

/** The result of following up a visitor who is not a client. */
export const followUpsOfVisitors = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table open_house_visits add column follow_up text not null default ''`.execute(db)
  },
}

import { sql, type Kysely } from 'kysely'

/** What came of calling a visitor who is no client. */
export const followUpsOfVisitors = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table open_house_visits add column follow_up text not null default ''`.execute(db)
  },
}

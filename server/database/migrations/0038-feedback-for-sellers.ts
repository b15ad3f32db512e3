import { sql, type Kysely } from 'kysely'

/** What a seller may read of a showing. What is in `feedback` was written without that choice, and stays the agent's. */
export const feedbackForSellers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table showings add column feedback_for_seller text not null default ''`.execute(db)
  },
}

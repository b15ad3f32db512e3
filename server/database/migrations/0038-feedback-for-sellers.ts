import { sql, type Kysely } from 'kysely'

/** Feedback that a seller may read. Existing `feedback` was not written for sellers and remains private. */
export const feedbackForSellers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table showings add column feedback_for_seller text not null default ''`.execute(db)
  },
}

import { sql, type Kysely } from 'kysely'

/** The visit lengths that the agent set for single homes of a tour. JSON without foreign keys, because a listing may be deleted later. */
export const visitLengths = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table tours add column visit_lengths jsonb not null default '[]'`.execute(db)
  },
}

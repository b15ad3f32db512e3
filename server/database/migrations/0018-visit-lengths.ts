import { sql, type Kysely } from 'kysely'

/** How long the agent stays at single homes of a tour; JSON, because it says it of listings that may be gone. */
export const visitLengths = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table tours add column visit_lengths jsonb not null default '[]'`.execute(db)
  },
}

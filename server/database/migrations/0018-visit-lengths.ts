import { sql, type Kysely } from 'kysely'

/** JSON, because its listings may have been deleted. */
export const visitLengths = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table tours add column visit_lengths jsonb not null default '[]'`.execute(db)
  },
}

import { sql, type Kysely } from 'kysely'

/** Lets agents see their sessions by device and end them by id. */
export const devicesOfSessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table sessions
        add column id bigint generated always as identity unique,
        add column user_agent text not null default ''`.execute(db)
  },
}

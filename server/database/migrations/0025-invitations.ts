import { sql, type Kysely } from 'kysely'

/** Links that let one person register where registration requires an invitation. */
export const invitations = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table invitations (
        token_hash text primary key,
        expires_at timestamptz not null
      )`.execute(db)
  },
}

import { sql, type Kysely } from 'kysely'

/** Where not everybody may register, a link lets one person. */
export const invitations = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table invitations (
        token_hash text primary key,
        expires_at timestamptz not null
      )`.execute(db)
  },
}

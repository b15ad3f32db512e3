import { sql, type Kysely } from 'kysely'

/** An account can be closed: its records stay, and it cannot be used (fault D6). */
export const closedAccounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table agents add column closed_at timestamptz, add column release_code_hash text`.execute(db)
  },
}

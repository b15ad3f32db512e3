import { sql, type Kysely } from 'kysely'

/** Records of a closed account are not deleted (fault D6). */
export const closedAccounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table agents add column closed_at timestamptz, add column release_code_hash text`.execute(db)
  },
}

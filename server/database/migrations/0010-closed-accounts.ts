import { sql, type Kysely } from 'kysely'

/** A closed account keeps its records. `release_code_hash`: of a code with which the agent may still export unsent work (fault D6). */
export const closedAccounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table agents add column closed_at timestamptz, add column release_code_hash text`.execute(db)
  },
}

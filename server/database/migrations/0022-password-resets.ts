import { sql, type Kysely } from 'kysely'

export const passwordResets = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table password_resets (
        agent_id bigint primary key references agents on delete cascade,
        code_hash text not null,
        expires_at timestamptz not null
      )`.execute(db)
  },
}

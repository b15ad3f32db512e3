import { sql, type Kysely } from 'kysely'

/** Read-only API tokens; existing ones remain read-write. */
export const scopesOfTokens = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table api_tokens
        add column scope text not null default 'read-write' check (scope in ('read', 'read-write'))`.execute(db)
  },
}

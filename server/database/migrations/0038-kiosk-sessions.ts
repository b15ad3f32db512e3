import { sql, type Kysely } from 'kysely'

/** A session that a kiosk has narrowed to what visitors need holds the SHA-256 of the secret that widens it again. */
export const kioskSessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table sessions add column kiosk_release_hash text`.execute(db)
  },
}

import { sql, type Kysely } from 'kysely'

/** The SHA-256 of the secret that ends a session's kiosk mode. */
export const kioskSessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table sessions add column kiosk_release_hash text`.execute(db)
  },
}

import { sql, type Kysely } from 'kysely'

/** What the agent says to the seller of a listing, on the seller report. */
export const notesToSellers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table listings add column seller_note text not null default ''`.execute(db)
  },
}

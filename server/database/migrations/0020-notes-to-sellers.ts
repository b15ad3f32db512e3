import { sql, type Kysely } from 'kysely'

export const notesToSellers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table listings add column seller_note text not null default ''`.execute(db)
  },
}

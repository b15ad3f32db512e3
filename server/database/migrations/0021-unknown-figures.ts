import { sql, type Kysely } from 'kysely'

/** Allows null in each count, because the agent may not know all counts of a day. */
export const unknownFigures = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table exposure_figures
        alter column views drop not null,
        alter column likes drop not null,
        alter column saves drop not null`.execute(db)
  },
}

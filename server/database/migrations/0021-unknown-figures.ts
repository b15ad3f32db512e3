import { sql, type Kysely } from 'kysely'

/** Allows null for a count of a day that the agent does not know. */
export const unknownFigures = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table exposure_figures
        alter column views drop not null,
        alter column likes drop not null,
        alter column saves drop not null`.execute(db)
  },
}

import { sql, type Kysely } from 'kysely'

/** Where a property's coordinates come from, and what a lookup found that the agent has to confirm. */
export const locations = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table properties
        add column location_source text
          check (location_source in ('file', 'address_file', 'geocoder', 'agent')),
        add column location_suggestion jsonb`.execute(db)
    // Imports had no author; everybody else has typed what they sent. No device has to fetch the catalog again for it.
    await sql`alter table properties disable trigger user`.execute(db)
    await sql`
      update properties set location_source = case when created_by is null then 'file' else 'agent' end
      where latitude is not null and longitude is not null`.execute(db)
    await sql`alter table properties enable trigger user`.execute(db)
  },
}

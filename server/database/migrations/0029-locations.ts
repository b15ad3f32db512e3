import { sql, type Kysely } from 'kysely'

/** The source of a property's coordinates, and a location found by a lookup that the agent has to confirm. */
export const locations = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table properties
        add column location_source text
          check (location_source in ('file', 'address_file', 'geocoder', 'agent')),
        add column location_suggestion jsonb`.execute(db)
    // Imports have no author; others typed their coordinates. No triggers: devices need not fetch the catalog again.
    await sql`alter table properties disable trigger user`.execute(db)
    await sql`
      update properties set location_source = case when created_by is null then 'file' else 'agent' end
      where latitude is not null and longitude is not null`.execute(db)
    await sql`alter table properties enable trigger user`.execute(db)
  },
}

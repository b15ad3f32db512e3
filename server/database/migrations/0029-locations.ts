import { sql, type Kysely } from 'kysely'

/** `location_source` says where a property's coordinates come from. `location_suggestion` is a location that the agent has to confirm. */
export const locations = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table properties
        add column location_source text
          check (location_source in ('file', 'address_file', 'geocoder', 'agent')),
        add column location_suggestion jsonb`.execute(db)
    // Imported properties have no `created_by`; agents typed the other coordinates. Without triggers, no device fetches the catalog again.
    await sql`alter table properties disable trigger user`.execute(db)
    await sql`
      update properties set location_source = case when created_by is null then 'file' else 'agent' end
      where latitude is not null and longitude is not null`.execute(db)
    await sql`alter table properties enable trigger user`.execute(db)
  },
}

import { sql, type Kysely } from 'kysely'

/** A listing contains its property, so a corrected property changes all its listings. */
export const propertyInListings = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create function note_property_in_listings() returns trigger language plpgsql as $$
      declare
        listing record;
        next_version bigint;
      begin
        -- In one order, so that two imports wait for each other instead of blocking each other.
        for listing in select id, agent_id from listings where property_id = new.id order by agent_id, id loop
          insert into agent_versions (agent_id, version) values (listing.agent_id, 1)
            on conflict (agent_id) do update set version = agent_versions.version + 1
            returning version into next_version;
          update listings set version = next_version, changed_xid = pg_current_xact_id() where id = listing.id;
        end loop;
        return null;
      end $$`.execute(db)
    await sql`create trigger property_in_listings_changed after update on properties
      for each row when (old.version is distinct from new.version)
      execute function note_property_in_listings()`.execute(db)
  },
}

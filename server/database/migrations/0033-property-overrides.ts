import { sql, type Kysely } from 'kysely'

/** Lets a listing override fields of its property. Records that contain a changed address get a new version, so devices fetch them. */
export const propertyOverrides = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table listings add column property_overrides jsonb`.execute(db)
    await overridesInTheFeed(db)
    await addressesInTours(db)
    await overriddenAddresses(db)
    // Makes devices fetch these properties again: a property now says whether the agent may correct it.
    await sql`update properties set version = version + 1 where created_by is not null`.execute(db)
  },
}

/** Other agents see the property with the listing's overrides, so the feed sends them each change of an override. */
async function overridesInTheFeed(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger listing_overrides_changed before update on listings
    for each row when (old.property_overrides is distinct from new.property_overrides)
    execute function note_shared_change()`.execute(db)
}

/** Tours contain the address of each listing, so a corrected address changes them. */
async function addressesInTours(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_address_in_tours(home bigint) returns void language plpgsql as $$
    declare
      visitor bigint;
      next_version bigint;
      stop jsonb := jsonb_build_array(jsonb_build_object('listing_id', home));
    begin
      -- In one order, as in note_property_in_listings.
      for visitor in select distinct agent_id from tours where stops @> stop order by agent_id loop
        insert into agent_versions (agent_id, version) values (visitor, 1)
          on conflict (agent_id) do update set version = agent_versions.version + 1
          returning version into next_version;
        update tours set version = next_version where agent_id = visitor and stops @> stop;
      end loop;
    end $$`.execute(db)
  await sql`
    create function note_property_in_tours() returns trigger language plpgsql as $$
    begin
      perform note_address_in_tours(id) from listings where property_id = new.id order by agent_id, id;
      return null;
    end $$`.execute(db)
  // Only for properties that an agent added and corrects one by one: an import may respell thousands of addresses.
  await sql`create trigger property_in_tours_changed after update on properties
    for each row when (new.created_by is not null
      and (old.address is distinct from new.address or old.city is distinct from new.city))
    execute function note_property_in_tours()`.execute(db)
}

/** Likewise, an overridden address changes tours, and also showings and open houses, which contain it. */
async function overriddenAddresses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_overridden_address() returns trigger language plpgsql as $$
    begin
      update showings set version = new.version where listing_id = new.id;
      update open_houses set version = new.version where listing_id = new.id;
      perform note_address_in_tours(new.id);
      return null;
    end $$`.execute(db)
  await sql`create trigger listing_address_changed after update on listings
    for each row when (old.property_overrides->>'address' is distinct from new.property_overrides->>'address'
      or old.property_overrides->>'city' is distinct from new.property_overrides->>'city')
    execute function note_overridden_address()`.execute(db)
}

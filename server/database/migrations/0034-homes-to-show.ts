import { sql, type Kysely } from 'kysely'

/** Listings of other brokers that an agent only shows, and private properties. */
export const homesToShow = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table listings add column listed_by jsonb`.execute(db)
    await sql`alter table properties add column is_private boolean not null default false`.execute(db)
    await identities(db)
    await privateTombstones(db)
    await brokersInTheFeed(db)
    await othersTours(db)
    await shownAddresses(db)
    await ownPriceChanges(db)
  },
}

/** A property's `identity` is unique in the shared catalog, and among the private properties of each agent. */
async function identities(db: Kysely<unknown>): Promise<void> {
  await sql`alter table properties drop constraint properties_identity_unique`.execute(db)
  await sql`create unique index properties_identity_unique on properties (identity) where not is_private`.execute(db)
  await sql`create unique index properties_private_identity_unique on properties (created_by, identity)
    where is_private`.execute(db)
}

/** Tombstones of private properties and of homes to show are only for their own agent. */
async function privateTombstones(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function bury_private_property() returns trigger language plpgsql as $$
    begin
      insert into tombstones (agent_id, entity, record_id, version)
        select old.created_by, 'property', old.id, version from agent_versions where agent_id = old.created_by;
      return null;
    end $$`.execute(db)
  await sql`drop trigger bury_property on properties`.execute(db)
  await sql`create trigger bury_property after delete on properties
    for each row when (not old.is_private) execute function bury_shared_record('property')`.execute(db)
  await sql`create trigger bury_private_property after delete on properties
    for each row when (old.is_private) execute function bury_private_property()`.execute(db)
  await sql`drop trigger bury_available_listing on listings`.execute(db)
  await sql`create trigger bury_available_listing after delete on listings
    for each row when (old.listed_by is null) execute function bury_shared_record('available_listing')`.execute(db)
}

/**
 * A listing that becomes a home to show gets a tombstone for other agents; one that becomes the agent's own again returns to their feeds.
 * If both happen in one transaction, the tombstone is deleted.
 */
async function brokersInTheFeed(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_broker() returns trigger language plpgsql as $$
    begin
      new.changed_xid := pg_current_xact_id();
      if new.listed_by is null then
        delete from tombstones where agent_id is null and changed_xid = new.changed_xid
          and entity = 'available_listing' and record_id = new.id;
      elsif old.listed_by is null then
        insert into tombstones (agent_id, entity, record_id, version)
          values (null, 'available_listing', new.id, new.version);
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger listing_broker_changed before update on listings
    for each row when (old.listed_by is distinct from new.listed_by) execute function note_broker()`.execute(db)
}

/** A home to show must not change another agent's tour that refers to it. The function is otherwise that of migration 33. */
async function othersTours(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_address_in_tours(home bigint) returns void language plpgsql as $$
    declare
      visitor bigint;
      next_version bigint;
      stop jsonb := jsonb_build_array(jsonb_build_object('listing_id', home));
    begin
      for visitor in select distinct tours.agent_id from tours join listings as listing on listing.id = home
        where stops @> stop and (listing.listed_by is null or listing.agent_id = tours.agent_id)
        order by tours.agent_id loop
        insert into agent_versions (agent_id, version) values (visitor, 1)
          on conflict (agent_id) do update set version = agent_versions.version + 1
          returning version into next_version;
        update tours set version = next_version where agent_id = visitor and stops @> stop;
      end loop;
    end $$`.execute(db)
}

/** If a listing moves to another property, its address may be spelled differently, so the records that contain it change, too. */
async function shownAddresses(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger listing_property_changed after update on listings
    for each row when (old.property_id is distinct from new.property_id)
    execute function note_overridden_address()`.execute(db)
}

/** A home to show has the other broker's price, or 0, which is not part of the agent's price history. */
async function ownPriceChanges(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger note_price_change on listings`.execute(db)
  await sql`
    create trigger note_price_change after update of price_cents on listings for each row
      when (old.price_cents is distinct from new.price_cents and old.listed_by is null and new.listed_by is null)
      execute function note_price_change()`.execute(db)
}

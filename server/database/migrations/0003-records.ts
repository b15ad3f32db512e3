import { sql, type Kysely } from 'kysely'

/**
 * `client_key` is the operation id of the create; `changed_xid` is the last transaction that changed what other agents see. `identity` is
 * the address in a form that is equal for the same home; `widest` is the width of a photo's widest copy.
 */
export const records = {
  async up(db: Kysely<unknown>): Promise<void> {
    await properties(db)
    await listings(db)
    await clients(db)
    await feedTriggers(db)
  },
}

async function properties(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table properties (
      id bigint generated always as identity primary key,
      version bigint not null default 1,
      identity text not null constraint properties_identity_unique unique,
      created_by bigint references agents,
      client_key text,
      address text not null,
      city text not null,
      state text not null,
      zip_code text not null,
      bedrooms double precision,
      bathrooms double precision,
      square_feet double precision,
      lot_size double precision,
      year_built double precision,
      garage_spaces double precision,
      price_cents bigint,
      property_type text not null default '',
      latitude double precision,
      longitude double precision,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      changed_xid xid8 not null default pg_current_xact_id(),
      constraint properties_client_key_unique unique (created_by, client_key)
    )`.execute(db)
  await sql`create index properties_by_change on properties (changed_xid, id)`.execute(db)
  await sql`create index properties_by_address on properties (address, id)`.execute(db)
}

async function listings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table listings (
      id bigint generated always as identity primary key,
      agent_id bigint not null references agents,
      property_id bigint not null references properties,
      version bigint not null,
      client_key text,
      price_cents bigint not null,
      description text not null,
      status text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      changed_xid xid8 not null default pg_current_xact_id(),
      constraint listings_client_key_unique unique (agent_id, client_key)
    )`.execute(db)
  await sql`create index listings_newest_first on listings (agent_id, created_at desc, id desc)`.execute(db)
  await sql`create index listings_by_version on listings (agent_id, version, id)`.execute(db)
  await sql`create index listings_by_change on listings (changed_xid, id)`.execute(db)
  await sql`create index listings_by_property on listings (property_id)`.execute(db)
  await sql`
    create table listing_images (
      id bigint generated always as identity primary key,
      agent_id bigint not null references agents,
      listing_id bigint not null references listings on delete cascade,
      version bigint not null,
      client_key text,
      photo_name text not null,
      widest integer not null,
      caption text not null default '',
      is_primary boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint listing_images_client_key_unique unique (agent_id, client_key)
    )`.execute(db)
  await sql`create index listing_images_by_listing on listing_images (listing_id, id)`.execute(db)
  await sql`create index listing_images_by_version on listing_images (agent_id, version, id)`.execute(db)
  await sql`create unique index listing_images_one_primary on listing_images (listing_id) where is_primary`.execute(db)
}

async function clients(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clients (
      id bigint generated always as identity primary key,
      agent_id bigint not null references agents,
      version bigint not null,
      client_key text,
      first_name text not null,
      last_name text not null,
      email text not null,
      phone_number text not null default '',
      notes text not null default '',
      category text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint clients_client_key_unique unique (agent_id, client_key)
    )`.execute(db)
  await sql`create index clients_newest_first on clients (agent_id, created_at desc, id desc)`.execute(db)
  await sql`create index clients_by_version on clients (agent_id, version, id)`.execute(db)
}

/** Creates triggers that put deletions, and changes which other agents see, into the feed, so that no write can omit them. */
async function feedTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_shared_change() returns trigger language plpgsql as $$
    begin
      new.changed_xid := pg_current_xact_id();
      return new;
    end $$`.execute(db)
  await sql`create trigger property_changed before update on properties
    for each row execute function note_shared_change()`.execute(db)
  await sql`create trigger listing_availability_changed before update on listings
    for each row when (old.status is distinct from new.status or old.property_id is distinct from new.property_id)
    execute function note_shared_change()`.execute(db)
  await sql`
    create function bury_own_record() returns trigger language plpgsql as $$
    begin
      insert into tombstones (agent_id, entity, record_id, version)
        select old.agent_id, tg_argv[0], old.id, version from agent_versions where agent_id = old.agent_id;
      return null;
    end $$`.execute(db)
  for (const [table, entity] of [
    ['clients', 'client'],
    ['listings', 'listing'],
    ['listing_images', 'listing_image'],
  ] as const) {
    await sql`create trigger ${sql.raw(`bury_${entity}`)} after delete on ${sql.table(table)}
      for each row execute function bury_own_record(${sql.lit(entity)})`.execute(db)
  }
  await sql`
    create function bury_shared_record() returns trigger language plpgsql as $$
    begin
      insert into tombstones (agent_id, entity, record_id, version) values (null, tg_argv[0], old.id, old.version);
      return null;
    end $$`.execute(db)
  await sql`create trigger bury_property after delete on properties
    for each row execute function bury_shared_record('property')`.execute(db)
  await sql`create trigger bury_available_listing after delete on listings
    for each row execute function bury_shared_record('available_listing')`.execute(db)
}

import { sql, type Kysely, type RawBuilder } from 'kysely'

export const visits = {
  async up(db: Kysely<unknown>): Promise<void> {
    await ownedTable(
      db,
      'showings',
      sql`
        listing_id bigint not null references listings on delete cascade,
        showing_date date not null,
        start_time time(0) not null,
        end_time time(0) not null,
        client_email text not null`,
    )
    await sql`create index showings_by_listing on showings (listing_id, showing_date, start_time, id)`.execute(db)
    await ownedTable(
      db,
      'open_houses',
      sql`
        listing_id bigint not null references listings on delete cascade,
        date date not null,
        start_time time(0) not null,
        end_time time(0) not null`,
    )
    await sql`create index open_houses_by_listing on open_houses (listing_id, date, start_time, id)`.execute(db)
    await ownedTable(
      db,
      'open_house_visits',
      sql`
        open_house_id bigint not null references open_houses on delete cascade,
        client_email text not null,
        name text not null,
        phone_number text not null,
        consents jsonb not null,
        signed_in_at timestamptz`,
    )
    // A visitor who signs in twice is stored once.
    await sql`
      create unique index open_house_visits_one_each on open_house_visits (open_house_id, lower(client_email))`.execute(
      db,
    )
    await ownedTable(
      db,
      'appointments',
      sql`
        title text not null,
        date date not null,
        start_time time(0) not null,
        end_time time(0) not null,
        notes text not null,
        location text not null`,
    )
    await sql`create index appointments_by_day on appointments (agent_id, date, start_time, id)`.execute(db)
    for (const [table, entity] of [
      ['showings', 'showing'],
      ['open_houses', 'open_house'],
      ['open_house_visits', 'open_house_visit'],
      ['appointments', 'appointment'],
    ] as const) {
      // `bury_own_record` adds a tombstone.
      await sql`create trigger ${sql.raw(`bury_${entity}`)} after delete on ${sql.table(table)}
        for each row execute function bury_own_record(${sql.lit(entity)})`.execute(db)
    }
    await exposureFigures(db)
    await calendarFeeds(db)
    await addressInVisits(db)
  },
}

async function ownedTable(db: Kysely<unknown>, table: string, columns: RawBuilder<unknown>): Promise<void> {
  await sql`
    create table ${sql.table(table)} (
      id bigint generated always as identity primary key,
      agent_id bigint not null references agents,
      version bigint not null,
      client_key text,
      ${columns},
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint ${sql.raw(`${table}_client_key_unique`)} unique (agent_id, client_key)
    )`.execute(db)
  await sql`create index ${sql.raw(`${table}_by_version`)} on ${sql.table(table)} (agent_id, version, id)`.execute(db)
}

async function exposureFigures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exposure_figures (
      listing_id bigint not null references listings on delete cascade,
      platform text not null,
      date date not null,
      views bigint not null,
      likes bigint not null,
      saves bigint not null,
      primary key (listing_id, platform, date)
    )`.execute(db)
}

async function calendarFeeds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feeds (
      agent_id bigint primary key references agents on delete cascade,
      secret text not null unique,
      created_at timestamptz not null default now()
    )`.execute(db)
}

/** Showings and open houses contain their listing's address, so a corrected address changes them, too. The fixed order prevents deadlocks. */
async function addressInVisits(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_property_in_listings() returns trigger language plpgsql as $$
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
        if old.address is distinct from new.address then
          update showings set version = next_version where listing_id = listing.id;
          update open_houses set version = next_version where listing_id = listing.id;
        end if;
      end loop;
      return null;
    end $$`.execute(db)
}

import { sql, type Kysely } from 'kysely'

export const addressLookups = {
  async up(db: Kysely<unknown>): Promise<void> {
    await addresses(db)
    await lookups(db)
    await triggers(db)
  },
}

async function addresses(db: Kysely<unknown>): Promise<void> {
  // `addressKey` makes `house`, `detail` and `city`. Their collation compares bytes, which is fastest; no list for people is sorted by them.
  await sql`
    create table addresses (
      house text collate "C" not null,
      detail text collate "C" not null,
      city text collate "C" not null,
      latitude double precision not null,
      longitude double precision not null,
      primary key (house, detail, city)
    )`.execute(db)
  await sql`
    create table geocoder_answers (
      provider text not null,
      address text not null,
      answer jsonb not null,
      answered_at timestamptz not null default now(),
      primary key (provider, address)
    )`.execute(db)
}

async function lookups(db: Kysely<unknown>): Promise<void> {
  // `step`: where to look next. `due_at`: null if there is nothing left to try. `asked`: the geocoder that found no location.
  await sql`
    create table location_lookups (
      property_id bigint primary key references properties on delete cascade,
      step text not null default 'addresses' check (step in ('addresses', 'geocoder')),
      attempts integer not null default 0,
      due_at timestamptz default now(),
      asked text
    )`.execute(db)
  await sql`create index location_lookups_due on location_lookups (step, due_at) where due_at is not null`.execute(db)
  await sql`insert into location_lookups (property_id) select id from properties where location_source is null`.execute(
    db,
  )
}

/** Triggers, so that no property misses its lookup. */
async function triggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function queue_location_lookup() returns trigger language plpgsql as $$
    begin
      insert into location_lookups (property_id) values (new.id)
        on conflict (property_id) do update set step = 'addresses', attempts = 0, due_at = now(), asked = null;
      return null;
    end $$`.execute(db)
  await sql`create trigger property_to_locate after insert on properties
    for each row when (new.location_source is null) execute function queue_location_lookup()`.execute(db)
  await sql`create trigger property_to_locate_again after update on properties
    for each row when (new.location_source is null and (old.location_source is not null
      or old.identity is distinct from new.identity or old.state is distinct from new.state))
    execute function queue_location_lookup()`.execute(db)
  await sql`
    create function end_location_lookup() returns trigger language plpgsql as $$
    begin
      delete from location_lookups where property_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`create trigger property_located after update on properties
    for each row when (old.location_source is null and new.location_source is not null)
    execute function end_location_lookup()`.execute(db)
  await sql`
    create function drop_location_suggestion() returns trigger language plpgsql as $$
    begin
      new.location_suggestion := null;
      return new;
    end $$`.execute(db)
  // Deletes a suggestion if the home gets another location or address. A location that came from the geocoder needs its suggestion, which
  // has the attribution that the provider requires.
  await sql`create trigger location_suggestion_outdated before update on properties
    for each row when (new.location_source <> 'geocoder'
      or ((old.identity is distinct from new.identity or old.state is distinct from new.state)
        and new.location_suggestion is not distinct from old.location_suggestion))
    execute function drop_location_suggestion()`.execute(db)
}

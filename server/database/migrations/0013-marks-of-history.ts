import { sql, type Kysely } from 'kysely'

/**
 * History tokens (decision 22): a restored database assigns version numbers a second time, and a token beside each
 * distinguishes the two. Written by triggers, so that no version lacks one.
 */
export const historyTokens = {
  async up(db: Kysely<unknown>): Promise<void> {
    await ownHistory(db)
    await sharedHistory(db)
    await beginWrites(db)
    // Until this migration, idempotency keys were deleted after 30 days.
    await sql`insert into settings (name, value)
      values ('keys_kept_since', (now() - interval '30 days')::text)`.execute(db)
    // History tokens replace the earlier signs of a restored database: the epoch and the counts of devices.
    await sql`delete from settings where name = 'epoch'`.execute(db)
    await sql`drop table device_counts`.execute(db)
  },
}

async function ownHistory(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table version_history (
      agent_id bigint not null references agents on delete cascade,
      version bigint not null,
      mark uuid not null default gen_random_uuid(),
      made_at timestamptz not null default now(),
      primary key (agent_id, version)
    )`.execute(db)
  await sql`insert into version_history (agent_id, version) select agent_id, version from agent_versions`.execute(db)
  // A random step of up to 2^24, so that an ETag of a lost history matches no record. Numbers remain exact in
  // JavaScript for a billion writes of one agent.
  await sql`
    create function leap_version() returns trigger language plpgsql as $$
    begin
      new.version := new.version + floor(random() * 16777216)::bigint;
      return new;
    end $$`.execute(db)
  await sql`create trigger version_leaps before insert or update of version on agent_versions
    for each row execute function leap_version()`.execute(db)
  await sql`
    create function mark_version() returns trigger language plpgsql as $$
    begin
      insert into version_history (agent_id, version) values (new.agent_id, new.version);
      return null;
    end $$`.execute(db)
  await sql`create trigger version_marked after insert or update of version on agent_versions
    for each row execute function mark_version()`.execute(db)
}

/** The catalog and the available listings are ordered by transaction, so transactions have history tokens, too. */
async function sharedHistory(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shared_history (
      transaction xid8 primary key default pg_current_xact_id(),
      mark uuid not null default gen_random_uuid(),
      made_at timestamptz not null default now()
    )`.execute(db)
  await sql`insert into shared_history default values`.execute(db)
  await sql`
    create function mark_shared_change() returns trigger language plpgsql as $$
    begin
      insert into shared_history default values on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`create trigger properties_marked after insert or update or delete on properties
    for each statement execute function mark_shared_change()`.execute(db)
  await sql`create trigger listings_marked after insert or delete on listings
    for each row execute function mark_shared_change()`.execute(db)
  await sql`create trigger listing_availability_marked after update on listings
    for each row when (old.changed_xid is distinct from new.changed_xid)
    execute function mark_shared_change()`.execute(db)
}

/** `begin_writes` now also compares the device's known history under the lock. Server processes of the previous version use the old functions. */
async function beginWrites(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function knows_history(agent bigint, known jsonb) returns boolean language sql as $$
      select (coalesce(known->>'version', '0') = '0' or exists (
          select from version_history
          where agent_id = agent and version = (known->>'version')::bigint and mark = (known->>'mark')::uuid))
        and (known->>'newest' is null or exists (
          select from version_history where agent_id = agent and version = (known->>'newest')::bigint))
        and (known->>'transaction' is null or exists (
          select from shared_history
          where transaction = (known->>'transaction')::xid8 and mark = (known->>'sharedMark')::uuid))
    $$`.execute(db)
  await sql`
    create function kept_answers(writer bigint, operations text[])
    returns table (key text, request_hash text, status integer, headers text, body text)
    language plpgsql as $$
    #variable_conflict use_column
    declare
      asked text;
      name text;
      kept idempotency_keys;
    begin
      foreach asked in array operations loop
        name := substring(asked from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):[0-9]+$');
        select * into kept from idempotency_keys as one where one.agent_id = writer and one.key = asked;
        if kept.key is null and name is not null then
          select one.* into kept from idempotency_keys as one
            cross join lateral (select substring(substring(one.key from length(name) + 2) from '^[0-9]+$')::numeric) as its(revision)
            where one.agent_id = writer and one.key > name || ':' and one.key < name || ';'
              and its.revision > substring(asked from length(name) + 2)::numeric
            order by its.revision desc limit 1;
        end if;
        key := kept.key;
        request_hash := kept.request_hash;
        status := kept.status;
        headers := kept.headers;
        body := kept.body;
        return next;
      end loop;
    end $$`.execute(db)
  await sql`
    create function begin_writes(writer bigint, operations text[], known jsonb)
    returns table (version bigint, key text, request_hash text, status integer, headers text, body text)
    language plpgsql as $$
    declare
      taken bigint;
    begin
      insert into agent_versions as its (agent_id, version) values (writer, 1)
        on conflict (agent_id) do update set version = its.version + 1
        returning its.version into taken;
      if known is not null and not knows_history(writer, known) then
        raise exception 'Another history.' using errcode = 'FL409';
      end if;
      return query select taken, kept.* from kept_answers(writer, operations) as kept;
    end $$`.execute(db)
}

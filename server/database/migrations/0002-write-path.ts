import { sql, type Kysely } from 'kysely'

/** What every write uses: the agents' versions, answers by idempotency key, and tombstones. Migration 13 deletes the setting `epoch`. */
export const writePath = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table agent_versions (
        agent_id bigint primary key references agents on delete cascade,
        version bigint not null
      )`.execute(db)
    await sql`
      create table idempotency_keys (
        agent_id bigint not null references agents on delete cascade,
        key text not null,
        request_hash text not null,
        status integer not null,
        headers text not null,
        body text not null,
        created_at timestamptz not null default now(),
        primary key (agent_id, key)
      )`.execute(db)
    await sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`.execute(db)
    await sql`
      create table tombstones (
        id bigint generated always as identity primary key,
        agent_id bigint references agents on delete cascade,
        entity text not null,
        record_id bigint not null,
        version bigint not null,
        changed_xid xid8 not null default pg_current_xact_id(),
        deleted_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index tombstones_own on tombstones (agent_id, version) where agent_id is not null`.execute(db)
    await sql`create index tombstones_shared on tombstones (changed_xid) where agent_id is null`.execute(db)
    await sql`create index tombstones_by_age on tombstones (deleted_at)`.execute(db)
    await sql`create table settings (name text primary key, value text not null)`.execute(db)
    await sql`insert into settings (name, value) values
      ('epoch', gen_random_uuid()::text),
      ('secret', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))`.execute(db)
  },
}

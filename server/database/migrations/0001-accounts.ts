import { sql, type Kysely } from 'kysely'

/** `username_key` and `email_key` are the lower-case NFKC forms, for comparing. `login_failures.subject`: a keyed hash of a name or address. */
export const accounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table agents (
        id bigint generated always as identity primary key,
        username text not null,
        username_key text not null constraint agents_username_unique unique,
        email text not null,
        email_key text not null constraint agents_email_unique unique,
        password_hash text not null,
        first_name text not null default '',
        last_name text not null default '',
        license_number text not null default '',
        phone_number text not null default '',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db)
    await sql`
      create table sessions (
        token_hash text primary key,
        agent_id bigint not null references agents on delete cascade,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null
      )`.execute(db)
    await sql`create index sessions_by_agent on sessions (agent_id)`.execute(db)
    await sql`
      create table api_tokens (
        id bigint generated always as identity primary key,
        agent_id bigint not null references agents on delete cascade,
        name text not null,
        token_hash text not null unique,
        created_at timestamptz not null default now(),
        last_used_at timestamptz
      )`.execute(db)
    await sql`create index api_tokens_by_agent on api_tokens (agent_id)`.execute(db)
    await sql`
      create table login_failures (
        subject text primary key,
        failures integer not null,
        last_failed_at timestamptz not null,
        blocked_until timestamptz not null
      )`.execute(db)
  },
}

import { sql, type Kysely } from 'kysely'

/** Stops are JSON with addresses and without foreign keys, so that they outlive their listings. */
export const tours = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table tours (
        id bigint generated always as identity primary key,
        agent_id bigint not null references agents,
        version bigint not null,
        client_key text,
        client_email text not null,
        tour_date date not null,
        start_time time(0) not null,
        end_time time(0) not null,
        status text not null,
        planning text not null,
        selected_listings jsonb not null,
        preferences jsonb not null,
        stops jsonb not null,
        lunch jsonb,
        dropped jsonb not null,
        steps jsonb not null,
        total_distance double precision not null,
        estimated_duration double precision not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint tours_client_key_unique unique (agent_id, client_key)
      )`.execute(db)
    await sql`create index tours_by_version on tours (agent_id, version, id)`.execute(db)
    await sql`create index tours_by_day on tours (agent_id, tour_date, start_time, id)`.execute(db)
    await sql`create trigger bury_tour after delete on tours
      for each row execute function bury_own_record('tour')`.execute(db)
  },
}

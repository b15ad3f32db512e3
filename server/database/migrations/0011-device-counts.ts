import { sql, type Kysely } from 'kysely'

/** Each device's latest counts of its operations, to detect lost operations (fault J12). Migration 13 deletes the table. */
export const deviceCounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table device_counts (
        agent_id bigint not null references agents on delete cascade,
        device uuid not null,
        made bigint not null,
        confirmed bigint not null,
        waiting bigint not null,
        sent bigint not null,
        attention bigint not null,
        untraced bigint not null default 0,
        reported_at timestamptz not null default now(),
        primary key (agent_id, device)
      )`.execute(db)
    await sql`create index device_counts_by_age on device_counts (reported_at)`.execute(db)
  },
}

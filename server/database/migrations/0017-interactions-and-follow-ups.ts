import { sql, type Kysely, type RawBuilder } from 'kysely'

export const interactionsAndFollowUps = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createTableBelowClients(
      db,
      { table: 'interactions', entity: 'interaction' },
      sql`
        kind text not null,
        date date not null,
        time time(0) not null,
        text text not null`,
    )
    await createTableBelowClients(
      db,
      { table: 'follow_ups', entity: 'follow_up' },
      sql`
        due_date date not null,
        text text not null,
        done boolean not null`,
    )
  },
}

/** Creates a table of records that belong to a client. Its trigger adds a tombstone for each deleted record. */
async function createTableBelowClients(
  db: Kysely<unknown>,
  { table, entity }: { table: string; entity: string },
  columns: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    create table ${sql.table(table)} (
      id bigint generated always as identity primary key,
      agent_id bigint not null references agents,
      version bigint not null,
      client_key text,
      client bigint not null references clients on delete cascade,
      ${columns},
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint ${sql.raw(`${table}_client_key_unique`)} unique (agent_id, client_key)
    )`.execute(db)
  await sql`create index ${sql.raw(`${table}_by_version`)} on ${sql.table(table)} (agent_id, version, id)`.execute(db)
  await sql`create index ${sql.raw(`${table}_by_client`)} on ${sql.table(table)} (client)`.execute(db)
  await sql`create trigger ${sql.raw(`bury_${entity}`)} after delete on ${sql.table(table)}
    for each row execute function bury_own_record(${sql.lit(entity)})`.execute(db)
}

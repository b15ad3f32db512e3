import { sql, type Kysely, type Transaction } from 'kysely'
import { ExplainedError } from '#server/config.ts'
import type { Tables } from '#server/database/tables.ts'

/** Tables without records: Kysely's own, and the one that tests whether the embedded database's disk is durable. */
const internalTables = new Set(['kysely_migration', 'kysely_migration_lock', 'durability_probe'])

type Sequence = { name: string; last: string }

/** Names of all tables with records; a table comes after those that it references. */
export async function tablesInOrder(db: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename::text as name from pg_tables where schemaname = current_schema() order by name`.execute(db)
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select child.relname::text as child, parent.relname::text as parent from pg_constraint
    join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`.execute(db)
  const remaining = new Set(tables.map(({ name }) => name).filter((name) => !internalTables.has(name)))
  const order: string[] = []
  while (remaining.size > 0) {
    const waits = (name: string): boolean =>
      references.some(({ child, parent }) => child === name && remaining.has(parent))
    const next = [...remaining].filter((name) => !waits(name))
    if (next.length === 0) throw new Error(`The tables ${[...remaining].join(', ')} refer to each other.`)
    for (const name of next) remaining.delete(name)
    order.push(...next)
  }
  return order
}

export async function columnsOf(db: Kysely<Tables>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db)
  return rows.map(({ name }) => name)
}

export async function lastMigration(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(db)
  return rows[0]!.name
}

const rowsAtOnce = 500

/** Yields a table's rows in batches, in PostgreSQL's text format for rows, which `insertRows` takes. */
export async function* readRows(trx: Transaction<Tables>, table: string): AsyncGenerator<string[]> {
  await sql`declare backup_rows no scroll cursor for select t::text as row from ${sql.table(table)} as t`.execute(trx)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsAtOnce)} from backup_rows`.execute(trx)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < rowsAtOnce) break
  }
  await sql`close backup_rows`.execute(trx)
}

/** Inserts rows from `readRows` unchanged, including ids, versions and history tokens. */
export async function insertRows(trx: Transaction<Tables>, table: string, rows: readonly string[]): Promise<void> {
  await sql`insert into ${sql.table(table)} overriding system value
    select (one.row::${sql.table(table)}).* from unnest(${rows}::text[]) as one (row)`.execute(trx)
}

/** Throws if there are records; else deletes the rows that a new database has, and runs `work`, which fills the tables, without our triggers. */
export async function fillWithoutTriggers(
  trx: Transaction<Tables>,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const names = sql.join(tables.map((table) => sql.table(table)))
  // Checked again under the lock: since the command's first check, a server may have started on this database.
  await sql`lock table ${names} in access exclusive mode`.execute(trx)
  await assertEmptyDatabase(trx)
  await sql`truncate ${names}`.execute(trx)
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
  await work()
  // PostgreSQL cannot alter a table with pending deferred constraints.
  await sql`set constraints all immediate`.execute(trx)
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
}

export async function readSequences(db: Kysely<Tables>): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by name`.execute(db)
  return rows
}

export async function setSequences(trx: Transaction<Tables>, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences) await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(trx)
}

/** Returns the number of the next transaction, for `skipTransactions`. Shared records and their history tokens contain such numbers. */
export async function nextTransaction(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  return rows[0]!.next
}

/** Skipping this many transaction numbers takes about a minute. If there are more, none is skipped, and devices fetch everything again. */
const maxSkipped = 5_000_000

/** Uses up all transaction numbers below `next`, because the server, when it starts, deletes history tokens with numbers not yet used. */
export async function skipTransactions(db: Kysely<Tables>, next: string): Promise<void> {
  const here = BigInt(await nextTransaction(db))
  if (here >= BigInt(next) || BigInt(next) - here > maxSkipped) return
  await sql`do ${sql.lit(
    `begin
      perform set_config('synchronous_commit', 'off', false);
      while pg_current_xact_id() < '${BigInt(next)}'::xid8 loop commit; end loop;
      perform set_config('synchronous_commit', 'on', false);
    end`,
  )}`.execute(db)
}

export async function assertEmptyDatabase(db: Kysely<Tables>): Promise<void> {
  if (!(await isUnused(db))) throw new ExplainedError('The database already holds records. Choose an empty one.')
}

async function isUnused(db: Kysely<Tables>): Promise<boolean> {
  for (const table of ['agents', 'properties', 'survey_sessions'] as const) {
    if (
      (
        await db
          .selectFrom(table)
          .select(sql`1`.as('one'))
          .limit(1)
          .execute()
      ).length > 0
    )
      return false
  }
  return true
}

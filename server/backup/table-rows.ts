import { sql, type Kysely, type Transaction } from 'kysely'
import { WrongSetting } from '#server/config.ts'
import type { Tables } from '#server/database/tables.ts'

/** What the migrations keep for themselves, and a probe of the embedded database's disk. */
const ofTheMachinery = new Set(['kysely_migration', 'kysely_migration_lock', 'durability_probe'])

/** Where the numbers that a table gives out have come to. */
type Sequence = { name: string; last: string }

/** All tables, each behind those that it refers to. */
export async function tablesInOrder(db: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename::text as name from pg_tables where schemaname = current_schema() order by name`.execute(db)
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select child.relname::text as child, parent.relname::text as parent from pg_constraint
    join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`.execute(db)
  const left = new Set(tables.map(({ name }) => name).filter((name) => !ofTheMachinery.has(name)))
  const order: string[] = []
  while (left.size > 0) {
    const waits = (name: string): boolean => references.some(({ child, parent }) => child === name && left.has(parent))
    const next = [...left].filter((name) => !waits(name))
    if (next.length === 0) throw new Error(`The tables ${[...left].join(', ')} refer to each other.`)
    for (const name of next) left.delete(name)
    order.push(...next)
  }
  return order
}

/** The names of a table's columns in their order, as `readRows` writes their values. */
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

/** The rows of a table, each as the text that PostgreSQL itself reads back into the same row, some at a time. */
export async function* readRows(trx: Transaction<Tables>, table: string): AsyncGenerator<string[]> {
  await sql`declare backup_rows no scroll cursor for select t::text as row from ${sql.table(table)} as t`.execute(trx)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsAtOnce)} from backup_rows`.execute(trx)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < rowsAtOnce) break
  }
  await sql`close backup_rows`.execute(trx)
}

/** Keeps rows as they were: numbers, versions and marks included, and without what triggers would make of them. */
export async function insertRows(trx: Transaction<Tables>, table: string, rows: readonly string[]): Promise<void> {
  await sql`insert into ${sql.table(table)} overriding system value
    select (one.row::${sql.table(table)}).* from unnest(${rows}::text[]) as one (row)`.execute(trx)
}

/**
 * Fills all tables by the work, and lets no trigger of ours see it; constraints are kept all the same. Refuses a database that
 * holds records.
 */
export async function refill(
  trx: Transaction<Tables>,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const names = sql.join(tables.map((table) => sql.table(table)))
  // Checked under the lock: since the first check a server may have been started on this database.
  await sql`lock table ${names} in access exclusive mode`.execute(trx)
  await refuseUsed(trx)
  await sql`truncate ${names}`.execute(trx)
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
  await work()
  // A check that waits for the end of the transaction keeps a table from being altered before.
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

/** The number of the next transaction; rows and marks of what all agents share name those before it. */
export async function nextTransaction(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  return rows[0]!.next
}

/** Takes a minute at most; devices of an older history than that fetch everything anew. */
const mostSkipped = 5_000_000

/**
 * Lets a database come to the number of another one's next transaction, so that what is taken over from there lies behind it and keeps its
 * marks (`restamp-shared-changes.ts` would take them away). Each number has to be used up.
 */
export async function skipTransactions(db: Kysely<Tables>, next: string): Promise<void> {
  const here = BigInt(await nextTransaction(db))
  if (here >= BigInt(next) || BigInt(next) - here > mostSkipped) return
  await sql`do ${sql.lit(
    `begin
      perform set_config('synchronous_commit', 'off', false);
      while pg_current_xact_id() < '${BigInt(next)}'::xid8 loop commit; end loop;
      perform set_config('synchronous_commit', 'on', false);
    end`,
  )}`.execute(db)
}

/** Refuses a database with accounts, catalogue or answers, which would be lost when it is filled. */
export async function refuseUsed(db: Kysely<Tables>): Promise<void> {
  if (!(await isUnused(db))) throw new WrongSetting('The database already holds records. Choose an empty one.')
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

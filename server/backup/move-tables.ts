import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { liftTimeLimits } from '#server/database/time-limits.ts'
import {
  columnsOf,
  insertRows,
  lastMigration,
  nextTransaction,
  readRows,
  readSequences,
  fillWithoutTriggers,
  setSequences,
  skipTransactions,
  tablesInOrder,
} from './table-rows.ts'

/** Copies all rows into another database with the same tables, and verifies the number of rows. Returns the number of rows by table. */
export async function moveTables(from: Kysely<Tables>, to: Kysely<Tables>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  // The rows contain transaction numbers of `from`, which must be in the past in `to`.
  await skipTransactions(to, await nextTransaction(from))
  return to.transaction().execute((target) =>
    from
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (source) => {
        await liftTimeLimits(source)
        await liftTimeLimits(target)
        if ((await lastMigration(source)) !== (await lastMigration(target)))
          throw new Error('The two databases have different tables.')
        const tables = await tablesInOrder(source)
        await fillWithoutTriggers(target, tables, async () => {
          for (const table of tables) {
            if ((await columnsOf(source, table)).join() !== (await columnsOf(target, table)).join())
              throw new Error(`The table ${table} differs.`)
            for await (const rows of readRows(source, table)) await insertRows(target, table, rows)
          }
        })
        for (const table of tables) {
          const [before, after] = [await countOf(source, table), await countOf(target, table)]
          if (before !== after) throw new Error(`${table} has ${after} of ${before} rows. Nothing was changed.`)
          counts.set(table, after)
        }
        await setSequences(target, await readSequences(source))
        return counts
      }),
  )
}

async function countOf(trx: Transaction<Tables>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(trx)
  return rows[0]!.count
}

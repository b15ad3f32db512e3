import { sql, type Kysely } from 'kysely'
import { readSetting } from './settings.ts'
import type { Tables } from './tables.ts'

/** More records and more writes than any backup is behind by. */
const leap = 1_000_000

/**
 * Begins a new history, unless another process has already done so; resolves to its epoch. Devices may know ids and versions
 * that the restored data has not given yet, so none of them is ever given to something else (fault C19).
 */
export async function renewEpoch(db: Kysely<Tables>, oldEpoch: string): Promise<string> {
  await db.transaction().execute(async (trx) => {
    const renewed = await trx
      .updateTable('settings')
      .set({ value: sql`gen_random_uuid()::text` })
      .where('name', '=', 'epoch')
      .where('value', '=', oldEpoch)
      .executeTakeFirst()
    if (renewed.numUpdatedRows === 0n) return
    await trx
      .updateTable('agent_versions')
      .set({ version: sql`version + ${sql.lit(leap)}` })
      .execute()
    await sql`
      select setval(sequence, nextval(sequence) + ${sql.lit(leap)}) from (
        select pg_get_serial_sequence(quote_ident(table_name), column_name)::regclass as sequence
        from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'
      ) as identities`.execute(trx)
  })
  return readSetting(db, 'epoch')
}

import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A dump that was restored into another cluster names transactions that this one has not come to yet, and the feed would hold
 * back what they changed until it has. Such changes count as made now. Safe to repeat.
 */
export async function restampSharedChanges(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ ahead: boolean }>`
      select exists (
        select from shared_history where transaction >= pg_snapshot_xmax(pg_current_snapshot())) as ahead`.execute(trx)
    if (rows[0]?.ahead !== true) return
    for (const table of ['properties', 'listings', 'tombstones']) {
      await sql`update ${sql.table(table)} set changed_xid = pg_current_xact_id()
        where changed_xid > pg_current_xact_id()`.execute(trx)
    }
    await sql`delete from shared_history where transaction > pg_current_xact_id()`.execute(trx)
  })
}

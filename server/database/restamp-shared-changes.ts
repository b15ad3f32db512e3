import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { liftTimeLimits } from './time-limits.ts'

/**
 * A dump of another cluster may contain transaction numbers that this database has not reached. The feed would send these changes only
 * once it has reached them, so this function replaces them with the current transaction number.
 */
export async function restampSharedChanges(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx)
    // Checks the records as well: in dumps from before history tokens, `shared_history` is empty.
    const { rows } = await sql<{ ahead: boolean }>`
      with next as materialized (select pg_snapshot_xmax(pg_current_snapshot()) as transaction)
      select exists (select from shared_history as shared where shared.transaction >= next.transaction)
        or exists (select from properties where changed_xid >= next.transaction)
        or exists (select from listings where changed_xid >= next.transaction)
        or exists (select from tombstones where agent_id is null and changed_xid >= next.transaction) as ahead
      from next`.execute(trx)
    if (rows[0]?.ahead !== true) return
    for (const table of ['properties', 'listings', 'tombstones']) {
      await sql`update ${sql.table(table)} set changed_xid = pg_current_xact_id()
        where changed_xid > pg_current_xact_id()`.execute(trx)
    }
    await sql`delete from shared_history where transaction > pg_current_xact_id()`.execute(trx)
  })
}

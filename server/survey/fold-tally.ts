import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** With up to this many log entries, reading the statistics is not noticeably slower. */
const maxLines = 500
/** An arbitrary number that no other advisory lock uses. */
const foldingLock = 7_226_845

/** Moves the log of survey answers to `survey_tally` (decision 9), unless it has at most `most` entries or another process is moving it. */
export async function addLogToTally(db: Kysely<Tables>, most = maxLines): Promise<void> {
  const { rows } = await sql<{ is_long: boolean }>`
    select count(*) > ${most} as is_long from (select from survey_tally_log limit ${most + 1}) as lines`.execute(db)
  if (rows[0]?.is_long !== true) return
  await db.transaction().execute(async (trx) => {
    const lock = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(foldingLock)}) as is_mine`.execute(trx)
    if (lock.rows[0]?.is_mine !== true) return
    await sql`
      with moved as (delete from survey_tally_log returning started_on, version, added, removed),
        changes as (
          select started_on, version, code, sum(change)::bigint as change
          from (select started_on, version, unnest(added) as code, 1 as change from moved
                union all
                select started_on, version, unnest(removed), -1 from moved) as line
          group by started_on, version, code)
      insert into survey_tally (started_on, version, code, count)
        select started_on, version, code, change from changes where change <> 0
        on conflict (started_on, version, code) do update set count = survey_tally.count + excluded.count`.execute(trx)
  })
}

import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** A reading adds up so many lines of the log without being felt. */
const mostLines = 500
/** Any number that nothing else locks. */
const foldingLock = 7_226_845

/**
 * Folds the log of the survey's changes into its tally, which changes no sum. One process at a time; the others go on
 * without waiting, and lines that come meanwhile stay for the next time.
 */
export async function foldTally(db: Kysely<Tables>, most = mostLines): Promise<void> {
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

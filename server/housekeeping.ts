import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { withoutTimeLimits } from './database/time-limits.ts'
import { deleteOldGeocoderAnswers } from './locations/lookups-repository.ts'
import { sweepPhotos } from './photos/remove-photos.ts'
import type { Services } from './services.ts'
import { addLogToTally } from './survey/fold-tally.ts'
import { traceOf } from './trace-of.ts'

const everyMs = 6 * 60 * 60 * 1000
/** The first round begins this long after the server's start, because it would slow down the first requests. */
const firstMs = 60_000

/** Longer than the devices' journals, so that `sync/known/` can answer for all their operations. */
export const keyRetentionDays = 45
/** A device that was away for longer fetches everything again. */
const tombstoneRetentionDays = 90

type Housekeeping = { stop: () => Promise<void> }

export function startHousekeeping(services: Services, log: FastifyBaseLogger): Housekeeping {
  let running: Promise<void> = Promise.resolve()
  const round = (): void => {
    running = runHousekeeping(services, log).catch((error: unknown) => {
      log.error({ problem: traceOf(error) }, 'housekeeping failed; it will be tried again')
    })
  }
  const first = setTimeout(round, firstMs)
  const timer = setInterval(round, everyMs)
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      await running
    },
  }
}

/** One round; safe to repeat and to run in several processes at once. */
export async function runHousekeeping(services: Services, log?: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const { db, needsVacuum } = services.database
  // Deleting needs disk space, too.
  if (await services.database.isDiskFull()) return
  // `needsVacuum` is true for the embedded database. On PostgreSQL, the first deletion may take longer than the statement timeout.
  await (needsVacuum ? deleteExpired(db) : withoutTimeLimits(db, deleteExpired))
  try {
    const swept = await sweepPhotos(services, new Date())
    if (swept === null) log?.warn('unused photos stay, because the photo store seems to belong to another database')
  } finally {
    // Runs even if the photos' bucket is unavailable.
    if (needsVacuum) await sql`vacuum analyze`.execute(db)
  }
}

async function deleteExpired(db: Services['database']['db']): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', daysAgo(keyRetentionDays)).execute()
  await db.deleteFrom('tombstones').where('deleted_at', '<', daysAgo(tombstoneRetentionDays)).execute()
  await db.deleteFrom('survey_keys').where('created_at', '<', daysAgo(keyRetentionDays)).execute()
  await deleteOldHistoryTokens(db)
  await deleteUnansweredSessions(db)
  await addLogToTally(db) // adds the log of survey answers to their counts
  await deleteOldGeocoderAnswers(db) // deletes old answers of geocoders
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  for (const table of ['password_resets', 'invitations'] as const) {
    await db
      .deleteFrom(table)
      .where('expires_at', '<', sql<Date>`now()`)
      .execute()
  }
  await db.deleteFrom('login_failures').where('last_failed_at', '<', daysAgo(1)).execute()
}

/** Deletes survey sessions without answers, because anyone can start one. The statistics still count them; a returning device starts a new one. */
async function deleteUnansweredSessions(db: Services['database']['db']): Promise<void> {
  await sql`
    with forgotten as (
      delete from survey_sessions
      where not is_completed and updated_at = created_at and created_at < ${daysAgo(keyRetentionDays)}
      returning started_on, version, codes)
    insert into survey_tally_log (started_on, version, added, removed)
      select started_on, version, codes, '{}' from forgotten`.execute(db)
}

/** Deletes history tokens older than any tombstone, except the newest of these per agent and of shared records: a cursor may contain it. */
async function deleteOldHistoryTokens(db: Services['database']['db']): Promise<void> {
  const border = daysAgo(tombstoneRetentionDays)
  await sql`
    delete from version_history as old using (
      select agent_id, max(version) as version from version_history where made_at < ${border} group by agent_id) as last
    where old.agent_id = last.agent_id and old.version < last.version`.execute(db)
  await sql`
    delete from shared_history where transaction < (
      select transaction from shared_history where made_at < ${border} order by transaction desc limit 1)`.execute(db)
}

function daysAgo(days: number) {
  return sql<Date>`(now() - make_interval(days => ${sql.lit(days)}))`
}

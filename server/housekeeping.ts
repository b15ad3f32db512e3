import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { sweepPhotos } from './photos/remove-photos.ts'
import type { Services } from './services.ts'
import { foldTally } from './survey/fold-tally.ts'

const everyMs = 6 * 60 * 60 * 1000
/** Soon after the start, but not while the first people are waiting for it. */
const firstMs = 60_000

/** What `GET sync/` promises. */
export const keyRetentionDays = 30
/** A device that was away for longer fetches everything anew. */
export const tombstoneRetentionDays = 90

/** A device that nobody has opened for so long is gone. */
export const deviceRetentionDays = 400

export type Housekeeping = { stop: () => Promise<void> }

/** Forgets what has had its time, again and again until it is stopped. */
export function startHousekeeping(services: Services, log: FastifyBaseLogger): Housekeeping {
  let running: Promise<void> = Promise.resolve()
  const round = (): void => {
    running = keepHouse(services).catch((error: unknown) => {
      log.error(
        { name: error instanceof Error ? error.name : 'unknown' },
        'housekeeping failed; it will be tried again',
      )
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
export async function keepHouse(services: Services): Promise<void> {
  const { db, needsVacuum } = services.database
  await db.deleteFrom('idempotency_keys').where('created_at', '<', daysAgo(keyRetentionDays)).execute()
  await db.deleteFrom('tombstones').where('deleted_at', '<', daysAgo(tombstoneRetentionDays)).execute()
  await db.deleteFrom('survey_keys').where('created_at', '<', daysAgo(keyRetentionDays)).execute()
  await foldTally(db)
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db.deleteFrom('login_failures').where('last_failed_at', '<', daysAgo(1)).execute()
  await db.deleteFrom('device_counts').where('reported_at', '<', daysAgo(deviceRetentionDays)).execute()
  await sweepPhotos(services, new Date())
  if (needsVacuum) await sql`vacuum analyze`.execute(db)
}

function daysAgo(days: number) {
  return sql<Date>`(now() - make_interval(days => ${sql.lit(days)}))`
}

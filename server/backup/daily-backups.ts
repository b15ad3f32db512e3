import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { ExplainedError, type Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { liftTimeLimits } from '#server/database/time-limits.ts'
import type { Services } from '#server/services.ts'
import { traceOf } from '#server/trace-of.ts'
import { writeServerBackup } from './write-server-backup.ts'

const checkEveryMs = 15 * 60_000
/** Delays the first check, so that it does not slow down the first requests after a start. */
const firstCheckMs = 120_000
const dayMs = 24 * 60 * 60_000

const backupName = /^fanlight-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.zip$/

type Daily = { services: Services; backups: NonNullable<Config['backups']>; dataDir: string; workerFile: URL }

/** Until `stop` is called, makes a backup whenever the newest one is a day old, and then deletes the oldest ones. */
export function startDailyBackups(daily: Daily, log: FastifyBaseLogger): { stop: () => Promise<void> } {
  const stop = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const check = (): void => {
    running = running.then(() =>
      backUpWhenDue(daily, new Date(), stop.signal).catch((error: unknown) => {
        // The message of an `ExplainedError` has no personal data and explains what to do.
        const reason = error instanceof ExplainedError ? { reason: error.message } : {}
        if (!stop.signal.aborted)
          log.error({ problem: traceOf(error), ...reason }, 'the backup failed; it will be tried again')
      }),
    )
  }
  const first = setTimeout(check, firstCheckMs)
  const timer = setInterval(check, checkEveryMs)
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      stop.abort()
      await running
    },
  }
}

export function backUpWhenDue(daily: Daily, now: Date, signal: AbortSignal): Promise<void> {
  return withBackupLock(daily.services.database, () => checkAndBackUp(daily, now, signal))
}

/** An arbitrary number, not used by other advisory locks. */
const backupLock = 7_226_846

/** Runs `work` unless another process is running it. If a process dies, its connection closes, which frees the lock. */
async function withBackupLock({ db, copyTo }: Database, work: () => Promise<void>): Promise<void> {
  // Only the embedded database has `copyTo`. No other process can open it, and a lock would occupy its only connection.
  if (copyTo !== null) return work()
  await db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx)
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(backupLock)}) as is_mine`.execute(trx)
    if (rows[0]?.is_mine === true) await work()
  })
}

async function checkAndBackUp({ backups, ...run }: Daily, now: Date, signal: AbortSignal): Promise<void> {
  const { folder, kept } = backups
  const newest = (await backupsIn(folder, now)).at(-1)
  if (newest !== undefined && now.getTime() - timeOf(newest) < dayMs) return
  await writeServerBackup({ ...run, folder, madeAt: now, signal })
  const all = await backupsIn(folder, now)
  for (const name of all.slice(0, Math.max(0, all.length - kept))) await rm(path.join(folder, name))
}

/** Returns file names, oldest first. Omits backups that a wrong clock dated in the future: they would prevent new ones. */
async function backupsIn(folder: string, now: Date): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => backupName.test(name) && timeOf(name) <= now.getTime()).toSorted()
}

function timeOf(name: string): number {
  const [year = 0, month = 0, ...rest] = (backupName.exec(name) ?? []).slice(1).map(Number)
  return Date.UTC(year, month - 1, ...rest)
}

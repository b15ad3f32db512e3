import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'
import { writeServerBackup } from './write-server-backup.ts'

const lookEveryMs = 15 * 60_000
/** Not while the first people are waiting for a server that has just started. */
const firstMs = 120_000
const dayMs = 24 * 60 * 60_000

const backupName = /^fanlight-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.zip$/

type Daily = { services: Services; backups: NonNullable<Config['backups']>; dataDir: string; workerFile: URL }

/** Makes a backup when the newest one is a day old, and lets the oldest go, until it is stopped. */
export function startDailyBackups(daily: Daily, log: FastifyBaseLogger): { stop: () => Promise<void> } {
  const stop = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const look = (): void => {
    running = running.then(() =>
      backUpWhenDue(daily, new Date(), stop.signal).catch((error: unknown) => {
        if (!stop.signal.aborted) log.error(error, 'the backup failed; it will be tried again')
      }),
    )
  }
  const first = setTimeout(look, firstMs)
  const timer = setInterval(look, lookEveryMs)
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      stop.abort()
      await running
    },
  }
}

/** One look. The oldest goes only after a new one is whole. */
export async function backUpWhenDue({ backups, ...run }: Daily, now: Date, signal: AbortSignal): Promise<void> {
  const { folder, kept } = backups
  const newest = (await backupsIn(folder)).at(-1)
  if (newest !== undefined && now.getTime() - timeOf(newest) < dayMs) return
  await writeServerBackup({ ...run, folder, signal })
  const all = await backupsIn(folder)
  for (const name of all.slice(0, Math.max(0, all.length - kept))) await rm(path.join(folder, name))
}

/** The oldest first. */
async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => backupName.test(name)).toSorted()
}

function timeOf(name: string): number {
  const [year = 0, month = 0, ...rest] = (backupName.exec(name) ?? []).slice(1).map(Number)
  return Date.UTC(year, month - 1, ...rest)
}

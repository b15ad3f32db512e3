import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { liftTimeLimits } from '#server/database/time-limits.ts'
import type { Agent, TestServer } from './server.ts'

/** Runs `work` while the table that the guard reads is locked, so that requests wait there. */
export async function whileTableLocked(
  { services }: TestServer,
  table: 'sessions' | 'api_tokens',
  work: () => Promise<unknown>,
): Promise<void> {
  await services.database.db.transaction().execute(async (trx) => {
    // The work may take long on a busy machine.
    await liftTimeLimits(trx)
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
    await work()
  })
}

/** Sends requests, disconnects, and waits until the listening server is done with them. */
export async function requestAndDisconnect(
  server: TestServer,
  url: string,
  agent: Agent,
  times: number,
): Promise<void> {
  const cookie = cookieOf(agent)
  const leaving = new AbortController()
  let [begun, ended] = [0, 0]
  const hear = (_: unknown, raw: ServerResponse) => {
    begun += 1
    raw.once('close', () => (ended += 1))
  }
  server.app.server.on('request', hear)
  await whileTableLocked(server, 'sessions', async () => {
    for (let count = 0; count < times; count += 1)
      void fetch(url, { headers: { cookie }, signal: leaving.signal }).catch(() => {})
    await expect.poll(() => begun).toBe(times)
    leaving.abort()
    await expect.poll(() => ended).toBe(times)
  })
  server.app.server.off('request', hear)
  // This lock is granted after those that waited.
  await whileTableLocked(server, 'sessions', async () => {})
}

export function cookieOf({ cookies }: Agent): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

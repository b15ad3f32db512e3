import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { liftTimeLimits } from '#server/database/time-limits.ts'
import { hasPostgres } from '#tests/support/databases.ts'
import { anAgent, startTestServer } from '#tests/support/server.ts'

test.skipIf(!hasPostgres)('stalled backups of other agents do not block an agent’s own backup', async () => {
  const server = await startTestServer('postgres')
  const { db } = server.services.database
  const agents = await Promise.all(Array.from({ length: 4 }, () => anAgent(server)))
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
    return rows[0]!.count
  }
  const answers = await db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx)
    await sql`lock table clients in access exclusive mode`.execute(trx)
    const answers = agents.map((agent) => agent.get('/api/users/backup/'))
    await expect.poll(waiting, { timeout: 20_000 }).toBe(4)
    expect((await agents[0]!.get('/api/users/backup/')).status).toBe(503)
    return answers
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await server.stop()
})

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { createKeyedLimiter } from '#server/database/keyed-limiter.ts'
import { liftTimeLimits } from '#server/database/time-limits.ts'
import { hasPostgres, newPostgresDatabase } from '#tests/support/databases.ts'
import { askPostgres } from '#tests/support/postgres-server.ts'
import { anAgent, startTestServer, type TestServer } from '#tests/support/server.ts'

describe('the shares of an owner', () => {
  afterEach(() => vi.useRealTimers())

  test('run up to a limit at once, queue the rest in order, and delay no other owner', async () => {
    const inShare = createKeyedLimiter(2, 5000)
    const begun: string[] = []
    const ends: (() => void)[] = []
    const work = (name: string, owner: number) =>
      inShare(owner, () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
    const all = [work('first', 1), work('second', 1), work('third', 1), work('fourth', 1), work('of another', 2)]
    await Promise.resolve()
    expect(begun).toEqual(['first', 'second', 'of another'])
    ends[1]!()
    await all[1]
    ends[0]!()
    await all[0]
    await expect.poll(() => begun.slice(3)).toEqual(['third', 'fourth'])
    for (const end of ends) end()
    await Promise.all(all)
  })

  test('refuse work with a lock timeout when none frees up in time, and free up afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const inShare = createKeyedLimiter(1, 5000)
    let end = () => {}
    const held = inShare(1, () => new Promise<void>((resolve) => (end = resolve)))
    const late = inShare(1, async () => 'never')
    const refused = expect(late).rejects.toMatchObject({ code: '55P03' })
    await vi.advanceTimersByTimeAsync(5000)
    await refused
    end()
    await held
    await expect(inShare(1, async () => 'free again')).resolves.toBe('free again')
    await expect(
      inShare(1, async () => {
        throw new Error('spoilt')
      }),
    ).rejects.toThrow('spoilt')
    await expect(inShare(1, async () => 'and again')).resolves.toBe('and again')
  })
})

describe.skipIf(!hasPostgres)('on postgres', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer('postgres')
  })
  afterAll(() => server.stop())

  test('a session that is frozen or cut off ends by itself, also after a migration', async () => {
    const { db } = server.services.database
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in
        ('idle_in_transaction_session_timeout', 'statement_timeout', 'lock_timeout') order by name`.execute(db)
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'idle_in_transaction_session_timeout 15000',
      'lock_timeout 5000',
      'statement_timeout 60000',
    ])
  })

  test('a day has 24 hours, whatever the time zone of the database', async () => {
    const { url, drop } = await newPostgresDatabase()
    onTestFinished(drop)
    await askPostgres(
      inject('postgresFolder'),
      `alter database ${new URL(url).pathname.slice(1)} set timezone = 'America/New_York'`,
    )
    const database = await openDatabase({
      databaseUrl: url,
      dataDir: '',
      workerFile: new URL('file:///unused'),
      onLost: () => {},
    })
    onTestFinished(() => database.close())
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from
        timestamptz '2026-10-31T12:00Z' + make_interval(days => 1) - '2026-10-31T12:00Z')::float8 / 3600 as hours
    `.execute(database.db)
    expect(rows[0]!.hours).toBe(24)
  })

  test('waiting writes of one agent leave connections for other agents', async () => {
    const { db } = server.services.database
    const [agent, other] = [await anAgent(server), await anAgent(server)]
    const client = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }
    // The first write creates the row that the others wait for.
    await agent.post('/api/crm/clients/', client)
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
      return rows[0]!.count
    }
    const writes = await db.transaction().execute(async (trx) => {
      await liftTimeLimits(trx)
      await sql`select from agent_versions where agent_id = ${agent.id} for update`.execute(trx)
      const writes = Array.from({ length: 12 }, (_, index) =>
        agent.post('/api/crm/clients/', client, { 'idempotency-key': `waiting-${index}:1` }),
      )
      await expect.poll(waiting, { timeout: 20_000 }).toBe(3)
      expect((await other.post('/api/crm/clients/', client)).status).toBe(201)
      expect(await waiting()).toBe(3)
      return writes
    })
    const statuses = (await Promise.all(writes)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0)
  })
})

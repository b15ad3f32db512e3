import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, test } from '@playwright/test'
import { Client } from 'pg'
import { anAgentOverHttp } from '../support/agent-over-http.ts'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'
import { manySurveySessions } from '../support/many-survey-sessions.ts'
import { postgresBinaries, startPostgres } from '../support/postgres-server.ts'
import { figure, percentile } from './figure.ts'

const sessions = 100_000

test('analytics of 100,000 sessions on the embedded database', async () => {
  const server = await startBuiltServer()
  try {
    await server.kill()
    const database = await PGlite.create(path.join(server.dataFolder, 'database'))
    for (const statement of manySurveySessions(sessions)) await database.exec(statement)
    await database.close()
    await server.restart()
    await measure(server, 'embedded', { unfiltered: 2000, byDate: 2000 })
  } finally {
    await server.close()
  }
})

test('analytics of 100,000 sessions on PostgreSQL', async () => {
  test.skip(postgresBinaries === undefined, 'PostgreSQL is not installed.')
  const postgres = await startPostgres()
  await postgres.createDatabase('bench')
  const url = postgres.urlOf('bench')
  const server = await startBuiltServer([], { DATABASE_URL: url })
  try {
    const client = new Client({ connectionString: url })
    await client.connect()
    for (const statement of manySurveySessions(sessions)) await client.query(statement)
    await client.end()
    await measure(server, 'PostgreSQL', { unfiltered: 500, byDate: 2000 })
  } finally {
    await server.close()
    await postgres.stop()
  }
})

async function measure(
  { origin }: BuiltServer,
  database: string,
  limits: { unfiltered: number; byDate: number },
): Promise<void> {
  const { headers } = await anAgentOverHttp(origin, 'analyst')
  const ask = async (query: string) => {
    const startedAt = performance.now()
    const answer = await fetch(`${origin}/api/questionnaire/analytics/${query}`, { headers })
    const body = (await answer.json()) as { total_sessions: number; analytics_data: Record<string, unknown> }
    return { body, took: performance.now() - startedAt }
  }
  const note = (what: string, value: number, atMost?: number) =>
    figure({ what: `${what}, ${database}`, value, unit: 'ms', ...(atMost === undefined ? {} : { atMost }) })
  const median = async (query: string) => {
    const times: number[] = []
    for (let round = 0; round < 9; round += 1) times.push((await ask(query)).took)
    return percentile(times, 0.5)
  }

  const first = await ask('')
  expect(first.body.total_sessions).toBe(sessions)
  note('analytics, first reading after 100,000 new sessions', first.took)
  note('analytics of 100,000 sessions', await median(''), limits.unfiltered)
  const halfAYear = new Date(Date.now() - 182 * 86_400_000).toISOString().slice(0, 10)
  note('analytics by date (half a year)', await median(`?start_date=${halfAYear}`), limits.byDate)
  note('analytics by answer (about a fifth)', await median('?answer=role:agent'))
  note('analytics by answer and date', await median(`?answer=role:agent&start_date=${halfAYear}`))
}

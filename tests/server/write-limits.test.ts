import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anAgent, startTestServer, type Agent, type TestServer } from '#tests/support/server.ts'

let server: TestServer
vi.setConfig({ testTimeout: 120_000 })

beforeEach(async () => {
  server = await startTestServer()
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(async () => {
  vi.useRealTimers()
  await server.stop()
})

const someone = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }

test('five thousand waiting changes go in at once, and an agent who goes on like that has to wait', async () => {
  const [agent, other] = [await anAgent(server), await anAgent(server)]
  const statuses: number[] = []
  // Operations that come to nothing count like all others, and are done sooner.
  for (let batch = 0; batch < 51; batch += 1) statuses.push((await sendBatch(agent, batch, 'nowhere/')).status)
  expect(statuses.slice(0, 26)).toEqual(Array(26).fill(200))
  expect(statuses.at(-1)).toBe(429)
  const refused = await agent.post('/api/sync/batch/', batchOf(99, 'crm/clients/'))
  expect([refused.body.code, Number(refused.headers['retry-after'])]).toEqual(['too_many_attempts', expect.any(Number)])
  expect((await other.post('/api/crm/clients/', someone)).status).toBe(201)
  expect((await agent.get('/api/crm/clients/')).status).toBe(200)

  vi.setSystemTime(Date.now() + Number(refused.headers['retry-after']) * 1000)
  expect((await sendBatch(agent, 99, 'crm/clients/')).body.answers[0].status).toBe(201)
})

test('an agent adds five hundred properties to the catalogue at once, then one in six seconds', async () => {
  const agent = await anAgent(server)
  const operations = Array.from({ length: 501 }, (_, index) => ({
    method: 'POST',
    path: 'properties/properties/',
    key: `property-${index}:1`,
    // The same each time, which is answered sooner and counts as much.
    body: { address: '1 Limit Street', city: 'Sacramento', state: 'CA', zip_code: '95815' },
  }))
  const answers: { status: number; headers: Record<string, string> }[] = []
  for (let from = 0; from < 501; from += 200) {
    const answer = await agent.post('/api/sync/batch/', { operations: operations.slice(from, from + 200) })
    answers.push(...answer.body.answers)
  }
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(500)
  expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': '6' } })
})

function batchOf(batch: number, path: string) {
  const operations = Array.from({ length: 200 }, (_, index) => ({
    method: 'POST',
    path,
    key: `${path}-${batch}-${index}:1`,
    body: someone,
  }))
  return { operations }
}

function sendBatch(agent: Agent, batch: number, path: string) {
  return agent.post('/api/sync/batch/', batchOf(batch, path))
}

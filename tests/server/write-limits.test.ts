import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendError } from '#server/http/error-handler.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { limitWrites } from '#server/http/write-limits.ts'
import { aForm, aListing } from '#tests/support/listings.ts'
import { aPhoto } from '#tests/support/photos.ts'
import { anAgent, startTestServer, type Agent, type TestServer } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

let server: TestServer
vi.setConfig({ testTimeout: 120_000 })

beforeEach(async () => {
  server = await startTestServer()
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})

afterEach(async () => {
  vi.useRealTimers()
  await server.stop()
})

const someone = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }

test('five thousand waiting changes are accepted at once, and then the agent has to wait', async () => {
  const [agent, other] = [await anAgent(server), await anAgent(server)]
  const statuses: number[] = []
  // Failing operations count like all others, and are faster.
  for (let batch = 0; batch < 51; batch += 1) statuses.push((await sendBatch(agent, batch, 'nowhere/')).status)
  expect(statuses.slice(0, 26)).toEqual(Array(26).fill(200))
  expect(statuses.at(-1)).toBe(429)
  const refused = await agent.post('/api/sync/batch/', batchOf(99, 'crm/clients/'))
  expect([refused.body.code, Number(refused.headers['retry-after'])]).toEqual(['too_many_attempts', expect.any(Number)])
  expect((await other.post('/api/crm/clients/', someone)).status).toBe(201)
  expect((await agent.get('/api/crm/clients/')).status).toBe(200)

  vi.advanceTimersByTime(Number(refused.headers['retry-after']) * 1000)
  expect((await sendBatch(agent, 99, 'crm/clients/')).body.answers[0].status).toBe(201)
})

test('a clock that is set back does not block an agent from writing', async () => {
  const agent = await anAgent(server)
  expect((await agent.post('/api/crm/clients/', someone)).status).toBe(201)
  vi.setSystemTime(Date.now() - 3_600_000)
  const other = { ...someone, email: 'other@example.com' }
  expect((await agent.post('/api/crm/clients/', other)).status).toBe(201)
})

longTest('long answers, which are kept for weeks, are 32 MB at once and one a minute', async () => {
  const app = fastify() as unknown as Server
  app.decorate('subrequestsByTicket', new Map()).decorate('isStopping', () => false)
  app.decorateRequest('agent', null)
  app.addHook('onRequest', async (request) => {
    request.agent = { id: 1, signedInWith: 'session', mayWrite: true, isKiosk: false, dataVersion: '' }
  })
  app.setErrorHandler(sendError)
  limitWrites(app)
  app.route({ method: ['GET', 'POST'], url: '/', handler: async () => 'x'.repeat(12 * 1024 * 1024) })
  const ask = async (method: 'GET' | 'POST') => (await app.inject({ method, url: '/' })).statusCode
  expect([await ask('POST'), await ask('POST'), await ask('POST'), await ask('POST')]).toEqual([200, 200, 200, 429])
  expect(await ask('GET')).toBe(200)
  // The answers exceeded the limit by four megabytes.
  vi.advanceTimersByTime(4 * 60_000)
  expect(await ask('POST')).toBe(429)
  vi.advanceTimersByTime(1000)
  expect(await ask('POST')).toBe(200)
  await app.close()
})

test('an agent adds five hundred properties to the catalog at once, then one in six seconds', async () => {
  const agent = await anAgent(server)
  const operations = Array.from({ length: 501 }, (_, index) => ({
    method: 'POST',
    path: 'properties/properties/',
    key: `property-${index}:1`,
    // Always the same property, which is faster and counts as much.
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

test('an agent adds six hundred photos at once, whether they come by themselves or with their listing', async () => {
  const agent = await anAgent(server)
  const { id } = await aListing(agent)
  // A file that is no photo counts as one, and is refused faster.
  const noPhoto = Buffer.from('no photo')
  const statuses = new Set<number>()
  for (let index = 0; index < 300; index += 1) {
    statuses.add((await agent.patch(`/api/listings/${id}/`, aForm({ photo_main: noPhoto }))).status)
    statuses.add((await agent.post(`/api/listings/${id}/images/`, aForm({ image: noPhoto }))).status)
  }
  expect([...statuses]).toEqual([422])
  expect((await agent.patch(`/api/listings/${id}/`, aForm({ photo_main: noPhoto }))).status).toBe(429)
  expect((await agent.post(`/api/listings/${id}/images/`, aForm({ image: noPhoto }))).status).toBe(429)
  expect((await agent.patch(`/api/listings/${id}/`, aForm({ listing_price: '5' }))).status).toBe(200)
})

test('an agent who has twenty thousand photos can add one only after deleting one', async () => {
  const [agent, other] = [await anAgent(server), await anAgent(server)]
  const { id } = await aListing(agent)
  const image = await aPhoto()
  const { body: first } = await agent.post(`/api/listings/${id}/images/`, aForm({ image }))
  await sql`
    insert into listing_images (agent_id, version, listing_id, photo_name, widest, caption, is_primary, position)
    select agent_id, version, listing_id, 'many-' || number, widest, '', false, number
    from listing_images, generate_series(1, 19999) as number where id = ${first.id}`.execute(
    server.services.database.db,
  )
  const refused = await agent.post(`/api/listings/${id}/images/`, aForm({ image }))
  expect([refused.status, refused.body.image]).toEqual([
    400,
    ['You have 20,000 photos, the most that one agent can have. Remove some first.'],
  ])
  const withListing = await agent.patch(`/api/listings/${id}/`, aForm({ photo_main: image }))
  expect([withListing.status, withListing.body]).toMatchObject([400, { photo_main: [expect.any(String)] }])
  expect((await other.post(`/api/listings/${(await aListing(other)).id}/images/`, aForm({ image }))).status).toBe(201)

  expect((await agent.delete(`/api/listings/${id}/images/${first.id}/`)).status).toBe(204)
  expect((await agent.post(`/api/listings/${id}/images/`, aForm({ image }))).status).toBe(201)
})

test('an agent who has added ten thousand properties to the catalog cannot add another', async () => {
  const agent = await anAgent(server)
  const home = { address: '1 Limit Street', city: 'Sacramento', state: 'CA', zip_code: '95815' }
  const { body: first } = await agent.post('/api/properties/properties/', home)
  await sql`
    insert into properties (identity, created_by, address, city, state, zip_code)
    select 'many ' || number, created_by, 'Many ' || number, city, state, zip_code
    from properties, generate_series(1, 9999) as number where id = ${first.id}`.execute(server.services.database.db)
  const refused = await agent.post('/api/properties/properties/', { ...home, address: '2 Limit Street' })
  expect([refused.status, refused.body.address]).toEqual([
    400,
    ['You have added 10,000 properties, the most that one agent can add. Remove some first.'],
  ])
  expect((await agent.post('/api/properties/properties/', home)).status).toBe(200)

  const path = 'properties/properties/'
  const operations = [
    { method: 'POST', path, key: 'third:1', body: { ...home, address: '3 Limit Street' } },
    { method: 'POST', path: 'crm/clients/', key: 'nora:1', body: someone },
  ]
  const { body } = await agent.post('/api/sync/batch/', { operations })
  expect(body.answers.map(({ status }: { status: number }) => status)).toEqual([400, 201])
  expect((await agent.get('/api/properties/properties/?search=Limit')).body.results).toHaveLength(1)
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

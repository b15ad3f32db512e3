import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hashOfToken, newSecretToken } from '#server/accounts/secret-tokens.ts'
import { reset } from '#server/commands/account-command.ts'
import { anyDatabase } from '#tests/support/databases.ts'
import { bannedWordsIn } from '#tests/support/banned-words.ts'
import {
  answersSeen,
  expectMatchesDescription,
  operationsOf,
  type Operation,
} from '#tests/support/described-answers.ts'
import { aForm } from '#tests/support/listings.ts'
import { aPhoto } from '#tests/support/photos.ts'
import { provokedRefusals, useUpWriteLimit } from '#tests/support/provoked-refusals.ts'
import { anAgent, aVisitor, startTestServer, type Agent, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let agent: Agent
let busy: Agent

beforeAll(async () => {
  server = await startTestServer(anyDatabase, {
    mailer: { send: async () => {} },
    publicOrigin: 'https://agents.example.com',
  })
  agent = await anAgent(server)
  busy = await anAgent(server)
  // With a moving clock, the busy agent could write again during the test.
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
  await useUpWriteLimit(busy)
})
afterAll(async () => {
  vi.useRealTimers()
  await server.stop()
})

type Wishes = { body?: object; by?: Agent; missing?: string; ids?: (number | string)[] }

/** Provokes every refusal described for the operation, then calls it; returns the body of the answer. */
async function call(name: string, wishes: Wishes = {}) {
  const { body, by = agent, missing, ids = [] } = wishes
  const [method = '', path = ''] = name.split(' ')
  const found = operationsOf(server.app).find((one) => one.method === method && one.path === path)
  if (found === undefined) throw new Error(`${name} is not described`)
  let place = 0
  const url = path.replaceAll(/\{\w+\}/g, () => String(ids[place++]))
  const refusals = provokedRefusals(server, agent, busy)
  for (const status of Object.keys(found.operation.responses)) {
    await refusals[Number(status)]?.({ method, url, body, missing, operation: found.operation })
  }
  const { responses } = found.operation
  const done = await by.ask(method, url, { body })
  expect([name, Math.floor(done.status / 100)], done.text).toEqual([name, 2])
  // A second call, where it is answered differently.
  if ('304' in responses) await by.ask(method, url, { headers: { 'if-none-match': String(done.headers['etag']) } })
  if ('200' in responses && '201' in responses) await by.ask(method, url, { body })
  return done.body
}

const today = { start_time: '14:00', end_time: '14:30' }

async function recordOf(path: string, body: object, [...above]: number[] = [], idName = 'id') {
  const { id } = await call(`POST ${path}`, { body, ids: above })
  const ids = [...above, id]
  await call(`GET ${path}`, { ids: above })
  await call(`GET ${path}{${idName}}/`, { ids })
  await call(`PATCH ${path}{${idName}}/`, { ids, body })
  await call(`PUT ${path}{${idName}}/`, { ids, body })
  return { id: id as number, remove: () => call(`DELETE ${path}{${idName}}/`, { ids }) }
}

async function callsOfRecords() {
  const client = await recordOf('/api/crm/clients/', { first_name: 'Nora', last_name: 'Quill', email: 'n@example.com' })
  const about = { client: client.id, text: 'Likes it.' }
  const said = await recordOf('/api/crm/interactions/', { ...about, kind: 'Call', date: '2026-11-23', time: '10:30' })
  const due = await recordOf('/api/crm/follow-ups/', { ...about, due_date: '2026-11-24', done: false })
  const appointment = await recordOf('/api/scheduling/appointments/', { date: '2026-11-23', ...today })
  const place = { address: '1 New St', city: 'Salem', state: 'OR', zip_code: '97301' }
  const property = await call('POST /api/properties/properties/', { body: place })
  await call('GET /api/properties/properties/')
  await call('GET /api/properties/properties/{id}/', { ids: [property.id] })
  await call('PATCH /api/properties/properties/{id}/', { ids: [property.id], body: { bedrooms: 3 } })
  const door = await recordOf('/api/door-cards/', { property: property.id, parking: 'In the alley' })
  const listing = await recordOf('/api/listings/', {
    property: property.id,
    listing_price: 250_000,
    description: 'A house.',
    status: 'For Sale',
  })
  const visit = { showing_date: '2026-11-21', ...today, client_email: 'n@example.com' }
  const showing = await recordOf('/api/listings/{id}/showings/', visit, [listing.id], 'showing_id')
  const opening = { date: '2026-11-22', ...today }
  const openHouse = await recordOf('/api/listings/{id}/open-houses/', opening, [listing.id], 'open_house_id')
  const visitor = { open_house: openHouse.id, client_email: 'jo@example.com' }
  const visits = '/api/listings/{id}/open-house-visits/'
  const signIn = await recordOf(visits, visitor, [listing.id], 'visit_id')
  const { id, image } = await call('POST /api/listings/{id}/images/', {
    ids: [listing.id],
    body: aForm({ image: await aPhoto() }),
  })
  await call('GET /api/listings/{id}/images/', { ids: [listing.id] })
  await call('GET /api/listings/{id}/images/{image_id}/', { ids: [listing.id, id] })
  await call('PATCH /api/listings/{id}/images/{image_id}/', { ids: [listing.id, id], body: { caption: 'Front' } })
  const [, name = ''] = /photos\/([^/]+)\//.exec(image) ?? []
  await call('GET /photos/{name}/{width}', { ids: [name, 320], missing: '/photos/none/320' })
  const figure = { platform: 'Zillow', date: '2026-11-20', views: 3, likes: 1, saves: null }
  await call('POST /api/listings/{id}/exposure/', { ids: [listing.id], body: figure })
  await call('POST /api/listings/{id}/exposure/', { ids: [listing.id], body: [figure] })
  await call('GET /api/listings/{id}/exposure/', { ids: [listing.id] })
  const reading = await call('POST /api/exposure-readings/', { body: { listing: listing.id, ...figure } })
  await call('GET /api/exposure-readings/')
  await call('GET /api/exposure-readings/{id}/', { ids: [reading.id] })
  await call('DELETE /api/exposure-readings/{id}/', { ids: [reading.id] })
  await call('GET /api/listings/{id}/dashboard/', { ids: [listing.id] })
  await call('GET /api/listings/available/')
  await callsOfTours(listing.id)
  await callsOfSync()
  await call('DELETE /api/listings/{id}/images/{image_id}/', { ids: [listing.id, id] })
  for (const one of [signIn, showing, openHouse, listing, door, said, due, appointment, client]) await one.remove()
  await call('DELETE /api/properties/properties/{id}/', { ids: [property.id] })
}

async function callsOfTours(listing: number) {
  const tour = { client_email: 'n@example.com', tour_date: '2026-11-23', selected_listings: [listing], preferences: {} }
  await call('POST /api/tours/tours/availability-preview/', { body: tour })
  await call('POST /api/tours/tours/route-optimization-preview/', { body: tour })
  await call('POST /api/tours/tours/auto-create/', { body: tour })
  const { id } = await call('POST /api/tours/tours/intelligent-create/', { body: tour })
  await call('GET /api/tours/tours/')
  await call('GET /api/tours/tours/{id}/', { ids: [id] })
  await call('PATCH /api/tours/tours/{id}/', { ids: [id], body: { tour_date: '2026-11-24' } })
  await call('PUT /api/tours/tours/{id}/', { ids: [id], body: { ...tour, ...today } })
  await call('DELETE /api/tours/tours/{id}/', { ids: [id] })
}

async function callsOfSync() {
  await call('GET /api/sync/')
  await call('GET /api/sync/changes/')
  await agent.get('/api/sync/changes/?cursor=another')
  const body = { first_name: 'Jo', last_name: 'Quill', email: 'jo@example.com' }
  const operations = ['one', 'two'].map((key) => ({ method: 'POST', path: 'crm/clients/', key, body }))
  await call('POST /api/sync/batch/', { body: { operations } })
  await call('POST /api/sync/known/', { body: { keys: ['one'] } })
  await call('POST /api/errors/report', { body: { type: 'TypeError' } })
  await call('POST /api/errors/report/', { body: { type: 'TypeError' } })
  await callsOfEvents()
}

/** `inject` waits for the end of an answer, which a stream does not have; this uses the network. */
async function callsOfEvents() {
  const url = '/api/sync/events/'
  const { token } = await call('POST /api/users/tokens/', { body: { name: 'Streams', scope: 'read' } })
  const origin = await server.listen()
  const over = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const open = () => fetch(origin + url, { headers, signal: over.signal })
  for (let streams = 0; streams <= 20; streams += 1) {
    const answer = await open()
    const text = answer.ok ? '' : await answer.text()
    const said = Object.fromEntries(answer.headers)
    await expectMatchesDescription(server.app, { method: 'GET', url, status: answer.status, headers: said, text })
  }
  await aVisitor(server).get(url)
  await agent.get(url, { headers: { 'x-agent-id': '0' } })
  over.abort()
}

async function callsOfTheSurvey() {
  await call('GET /api/questionnaire/questions/')
  const { session_id } = await call('POST /api/questionnaire/start/', { body: {} })
  const saves = '/api/questionnaire/submit/'
  const save = { session_id, responses: [], revision: 2 }
  await call(`POST ${saves}`, { body: save })
  await agent.post(saves, { ...save, session_id: 'none' })
  await agent.post(saves, { ...save, revision: 1 })
  await agent.post(saves, save, { 'idempotency-key': 'save' })
  await agent.post(saves, { ...save, revision: 3 }, { 'idempotency-key': 'save' })
  await call('GET /api/questionnaire/analytics/')
  const answered = '/api/questionnaire/analytics/{question_id}/csv/'
  const { results } = (await agent.get('/api/questionnaire/questions/')).body
  await call(`GET ${answered}`, { ids: [results[0].question_id], missing: answered.replace('{question_id}', 'none') })
}

async function callsOfAccounts() {
  await call('GET /api/users/register/')
  const account = {
    username: 'new-agent',
    email: 'new@example.com',
    password: agent.password,
    password2: agent.password,
  }
  await call('POST /api/users/register/', { body: account })
  await aVisitor(server).post('/api/users/auth/login/', { username: agent.username, password: 'wrong' })
  await call('POST /api/users/auth/login/', { body: account, by: { ...agent, ...aVisitor(server) } })
  await call('POST /api/users/auth/logout/', { by: { ...agent, ...aVisitor(server) } })
  await call('POST /api/users/auth/refresh/')
  await call('GET /api/users/profile/')
  await call('PATCH /api/users/profile/', { body: { first_name: 'Ann' } })
  await call('GET /api/users/dashboard/')
  await call('GET /api/users/tokens/')
  const { id } = await call('POST /api/users/tokens/', { body: { name: 'Program' } })
  await call('DELETE /api/users/tokens/{id}/', { ids: [id] })
  await call('GET /api/users/calendar-feed/')
  const { address } = await call('POST /api/users/calendar-feed/')
  await call('GET /calendar/{name}', { ids: [address.split('/').at(-1)], missing: '/calendar/none.ics' })
  await call('DELETE /api/users/calendar-feed/')
  await Promise.all([agent.get('/api/users/backup/'), agent.get('/api/users/backup/')])
  await call('GET /api/users/backup/')
  await aVisitor(server).post('/api/users/auth/login/', agent)
  const { results } = await call('GET /api/users/sessions/')
  const other = results.find((session: { is_current: boolean }) => !session.is_current)
  await call('DELETE /api/users/sessions/{id}/', { ids: [other.id] })
  await call('DELETE /api/users/sessions/')
}

async function callsOfPasswords() {
  await call('GET /api/users/password/forgotten/')
  await call('POST /api/users/password/forgotten/', { body: { name: agent.username } })
  const another = { new_password: 'two lanterns above', new_password2: 'two lanterns above' }
  const { username } = await anAgent(server)
  const [reset_code] = (await reset(server.services, username)).slice(-1)
  const code = { username, reset_code, ...another }
  await call('POST /api/users/password/reset/', { body: code, by: { ...agent, ...aVisitor(server) } })
  const release = newSecretToken()
  await call('POST /api/users/kiosk/', { body: { release_hash: hashOfToken(release) } })
  await call('POST /api/users/kiosk/end/', { body: { release } })
  await call('POST /api/users/password/', { body: { current_password: agent.password, ...another } })
  await call('POST /api/users/close/', { body: { current_password: another.new_password } })
}

const exactStatuses = ({ responses }: Operation) => Object.keys(responses).filter((status) => /^\d+$/.test(status))

test(
  'every call answers as it is described, with every status that is described',
  { timeout: 300_000, tags: 'long' },
  async () => {
    await callsOfRecords()
    await callsOfTheSurvey()
    await callsOfAccounts()
    await callsOfPasswords()
    const seen = answersSeen(server.app)
    const unseen = operationsOf(server.app).flatMap(({ method, path, operation }) =>
      exactStatuses(operation)
        .map((status) => `${method} ${path} ${status}`)
        .filter((name) => !seen.has(name)),
    )
    // `reset-mail.test.ts` covers a server without mail.
    expect(unseen).toEqual(['POST /api/users/password/forgotten/ 404'])
  },
)

test('every write describes the headers that it accepts', async () => {
  const headersOf = (path: string, method: string) =>
    operationsOf(server.app)
      .find((one) => one.path === path && one.method === method)!
      .operation.parameters?.filter((one) => one.in === 'header')
      .map(({ name }) => name)
  expect(headersOf('/api/crm/clients/{id}/', 'PATCH')).toEqual(['Idempotency-Key', 'If-Match'])
  expect(headersOf('/api/crm/clients/', 'POST')).toEqual(['Idempotency-Key'])
  expect(headersOf('/api/crm/clients/', 'GET')).toEqual(['If-None-Match'])
})

test('every paginated list can answer 304', () => {
  const lists = operationsOf(server.app).filter(({ operation }) => {
    const { properties = {} } = operation.responses['200']?.content?.['application/json']?.schema ?? {}
    return operation.parameters !== undefined && 'next' in (properties as object)
  })
  expect(lists.length).toBeGreaterThan(10)
  expect(lists.filter(({ operation }) => !('304' in operation.responses)).map(({ path }) => path)).toEqual([])
})

test('schemas that many calls share are described once', () => {
  const document = server.app.swagger() as { components: { schemas: object } }
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Refusal', 'client', 'listing']))
  expect(JSON.stringify(document).length).toBeLessThan(520_000)
})

test('the description uses the words of the glossary', () => {
  expect(bannedWordsIn(JSON.stringify(server.app.swagger()), 'the API description')).toEqual([])
})

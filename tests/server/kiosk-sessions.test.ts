import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpClient, remoteServer } from '#api/http-client.ts'
import { limitToKiosk, endKioskLimit } from '#api/kiosk-session.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { createAbort } from '#core/sync/abort.ts'
import { csrfCookieName } from '#core/contract/sync-protocol.ts'
import { recoverHistory } from '#core/sync/pulling/recover-history.ts'
import { sendBatch } from '#core/sync/sending/send-batch.ts'
import { syncOnce } from '#core/sync/sync-once.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { hashOfToken } from '#server/accounts/secret-tokens.ts'
import { anyDatabase } from '#tests/support/databases.ts'
import { operationsOf } from '#tests/support/described-answers.ts'
import { clock, ids } from '#tests/support/device-at-server.ts'
import { aListing } from '#tests/support/listings.ts'
import { memoryReplica } from '#tests/support/memory-replica.ts'
import { anAgent, aVisitor, startTestServer, type Agent, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(anyDatabase)
})
afterAll(() => server.stop())

const release = 'what only the PIN gives'
const narrow = (agent: Agent, secret = release) =>
  agent.post('/api/users/kiosk/', { release_hash: hashOfToken(secret) })
const widen = (agent: Agent, secret = release) => agent.post('/api/users/kiosk/end/', { release: secret })
const visitor = { client_email: 'jo@example.com', name: 'Jo', phone_number: '', consents: [], signed_in_at: null }

async function anOpenHouse(agent: Agent) {
  const listing = await aListing(agent)
  const times = { date: '2026-11-22', start_time: '11:00:00', end_time: '13:00:00' }
  const { id } = (await agent.post(`/api/listings/${listing.id}/open-houses/`, times)).body
  return { listing: listing.id as number, openHouse: id as number }
}

test('a kiosk’s session shows nothing and only accepts visitors, until the PIN ends it', async () => {
  const agent = await anAgent(server)
  const { listing, openHouse } = await anOpenHouse(agent)
  const { id } = (await agent.post('/api/crm/clients/', { first_name: 'A', last_name: 'B', email: 'a@example.com' }))
    .body
  const other = aVisitor(server)
  await other.post('/api/users/auth/login/', { username: agent.username, password: agent.password })
  const before = (sent: object) =>
    other.post(`/api/listings/${listing}/open-house-visits/`, { ...sent, open_house: openHouse })
  expect((await narrow(agent)).status).toBe(204)
  const addresses = operationsOf(server.app).filter(
    ({ method, operation }) => method === 'GET' && '401' in operation.responses,
  )
  for (const { path } of addresses) {
    if (path === '/api/sync/events/') continue
    const { status, body } = await agent.get(path.replaceAll(/\{\w+\}/g, '1'))
    expect([path, status, body]).toEqual([
      path,
      403,
      expect.objectContaining({ code: 'visitors_only', agent: agent.id }),
    ])
  }
  const writes = [
    await agent.patch(`/api/crm/clients/${id}/`, {}),
    await agent.delete(`/api/crm/clients/${id}/`),
    await agent.post('/api/users/auth/refresh/'),
    await agent.post('/api/users/calendar-feed/'),
    await agent.post('/api/sync/known/', { keys: [], deleted: [] }),
  ]
  expect(writes.map(({ body }) => body.code)).toEqual(writes.map(() => 'visitors_only'))

  const path = `listings/${listing}/open-house-visits/`
  const alone = await agent.post(`/api/${path}`, { ...visitor, open_house: openHouse })
  expect([alone.status, alone.body.name]).toEqual([201, 'Jo'])
  expect((await agent.patch(`/api/${path}${alone.body.id}/`, {})).body.code).toBe('visitors_only')
  // Entering an earlier visitor's email shows nothing of that visitor.
  const known = { ...visitor, client_email: 'known@example.com', name: 'Ann Lee', phone_number: '555 0199' }
  expect((await before(known)).status).toBe(201)
  const again = await agent.post(`/api/${path}`, { ...known, name: '', phone_number: '', open_house: openHouse })
  expect([again.status, again.body.name, again.body.phone_number, again.body.client]).toEqual([200, '', '', null])
  const batch = await agent.post('/api/sync/batch/', {
    operations: [
      {
        key: 'one',
        method: 'POST',
        path,
        if_match: null,
        body: { ...visitor, client_email: 'b@c.de', open_house: openHouse },
      },
      { key: 'two', method: 'PATCH', path: `crm/clients/${id}/`, if_match: null, body: {} },
    ],
  })
  expect(batch.body.answers.map(({ status }: { status: number }) => status)).toEqual([201, 403])

  expect((await other.get('/api/crm/clients/')).body.count).toBe(1)

  expect((await widen(agent, 'a guess')).body).toEqual({
    release: ['This secret does not match. The kiosk is still running.'],
    code: 'invalid',
  })
  expect((await narrow(agent, 'another secret')).body.code).toBe('visitors_only')
  expect((await narrow(agent)).status).toBe(204)
  expect((await widen(agent)).status).toBe(204)
  expect((await widen(agent)).status).toBe(204)
  expect((await agent.get(`/api/${path}`)).body.results).toHaveLength(3)
  expect((await agent.get('/api/crm/clients/')).body.count).toBe(1)
})

test('a renewed kiosk session stays limited, and a login starts a full session', async () => {
  const agent = await anAgent(server)
  await narrow(agent)
  await server.services.database.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + 3_600_000) })
    .where('agent_id', '=', agent.id)
    .execute()
  expect((await agent.get('/api/users/profile/')).body.code).toBe('visitors_only')
  expect((await agent.get('/api/users/profile/')).body.code).toBe('visitors_only')
  await agent.post('/api/users/auth/login/', { username: agent.username, password: agent.password })
  expect((await agent.get('/api/users/profile/')).body.id).toBe(agent.id)
})

async function aTablet(agent: Agent) {
  const origin = await server.listen()
  const replica = memoryReplica(String(agent.id))
  const carrier = httpClient(`${origin}/api/`, () => ({
    antiForgery: agent.cookies.get(csrfCookieName) ?? null,
    bearer: null,
  }))
  const cookie = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const client: typeof carrier = (call) => carrier({ ...call, headers: { ...call.headers, Cookie: cookie } })
  const kiosk = { isRunning: false }
  const sync = () =>
    syncOnce(
      {
        replica,
        server: remoteServer(client),
        senderLock: { hold: async (work) => (await work(createAbort().signal), 'done') },
        clock,
        ids,
        loadBatches: async () => ({ sendBatch }),
        loadRecovery: async () => ({ recoverHistory }),
        random: () => 0,
        log: () => {},
        syncSessionScope: async (known) => {
          if (kiosk.isRunning === (known === 'visitors')) return known
          const owner = String(agent.id)
          const answer = await (kiosk.isRunning
            ? limitToKiosk(client, owner, hashOfToken(release))
            : endKioskLimit(client, owner, release))
          return answer.ok ? (kiosk.isRunning ? 'visitors' : 'agent') : 'stuck'
        },
      },
      { sender: ids.uuid(), isManual: true, isAfterOutage: false, stop: createAbort().signal, onAttempt: () => {} },
    )
  const add = (entity: EntityName, changes: object, references = {}) =>
    createRecord(replica, clock, { opId: ids.uuid(), entity, changes: { ...changes }, references })
  const waiting = () =>
    replica.transact('read', async (tx) =>
      (await tx.operations(0, 100)).map(({ entity, state, attempts }) => [entity, state, attempts]),
    )
  return { replica, kiosk, sync, add, waiting }
}

test('a tablet sends visitors while the kiosk runs; the agent’s own work waits for the PIN', async () => {
  const agent = await anAgent(server)
  const { listing, openHouse } = await anOpenHouse(agent)
  const tablet = await aTablet(agent)
  expect((await tablet.sync()).state).toBe('idle')
  expect(tablet.replica.allRows('open_house')).toHaveLength(1)

  tablet.kiosk.isRunning = true
  const at = {
    listing: { entity: 'listing', key: String(listing) },
    open_house: { entity: 'open_house', key: String(openHouse) },
  }
  await tablet.add('client', { first_name: 'A', last_name: 'B', email: 'a@example.com' })
  await tablet.add('open_house_visit', visitor, at)
  await tablet.add('open_house_visit', { ...visitor, client_email: 'lee@example.com' }, at)
  expect(await tablet.sync()).toMatchObject({ state: 'idle', waiting: 1, needsAgent: 0 })
  expect(await tablet.waiting()).toEqual([['client', 'queued', 0]])
  const { db } = server.services.database
  const kept = () => db.selectFrom('open_house_visits').select('name').where('open_house_id', '=', openHouse).execute()
  expect(await kept()).toHaveLength(2)
  // Changes from the office are not pulled while the kiosk runs.
  const office = aVisitor(server)
  await office.post('/api/users/auth/login/', { username: agent.username, password: agent.password })
  await office.post('/api/crm/clients/', { first_name: 'C', last_name: 'D', email: 'c@example.com' })
  expect((await tablet.sync()).state).toBe('idle')
  expect(tablet.replica.allRows('client')).toHaveLength(1)

  tablet.kiosk.isRunning = false
  expect(await tablet.sync()).toMatchObject({ state: 'idle', waiting: 0 })
  expect(await tablet.waiting()).toEqual([])
  expect(tablet.replica.allRows('client')).toHaveLength(2)
  expect((await agent.get('/api/crm/clients/')).body.count).toBe(2)
})

test('a limited session that the device cannot release asks the agent to log in', async () => {
  const agent = await anAgent(server)
  await narrow(agent, 'a secret that this browser has lost')
  const tablet = await aTablet(agent)
  expect((await tablet.sync()).state).toBe('needs-login')
})

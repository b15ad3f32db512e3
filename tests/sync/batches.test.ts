import { expect, test } from 'vitest'
import type { Json } from '#core/contract/json.ts'
import type { Request } from '#core/sync/ports.ts'
import { syncOnce } from '#core/sync/sync-once.ts'
import { modelServer } from '#tests/support/model-server.ts'
import { syncDevice } from '#tests/support/sync-device.ts'
import { aSyncRun } from '#tests/support/sync-office.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

function office() {
  const server = modelServer()
  server.offersBatch = true
  const clock = virtualClock()
  return { server, clock, phone: syncDevice(server, clock) }
}

const elmSt = { address: '1 Elm St', city: 'Salem', state: 'MA', zip_code: '01970' }

type Phone = ReturnType<typeof office>['phone']

const writes = ({ network }: Phone) => network.sent.filter(({ method }) => method !== 'GET').map(({ path }) => path)
const batches = ({ network }: Phone) => network.sent.filter(({ path }) => path === 'sync/batch/')
const entriesOf = ({ fields }: Request) =>
  fields['operations'] as unknown as { method: string; path: string; key: string; body?: Record<string, unknown> }[]
const keysOf = (request: Request) => entriesOf(request).map(({ key }) => key)

async function addClients(phone: Phone, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let number = 1; number <= count; number += 1) keys.push(await phone.addClient({ first_name: `Ann ${number}` }))
  return keys
}

test('waiting operations are sent in order in batches of at most 200, each with its own result', async () => {
  const { server, phone } = office()
  await addClients(phone, 450)
  const outcome = await phone.sync()
  expect(outcome).toMatchObject({ state: 'idle', waiting: 0, needsAgent: 0 })
  expect(batches(phone).map((batch) => keysOf(batch).length)).toEqual([200, 200, 50])
  expect(writes(phone)).toHaveLength(3)
  expect(phone.network.mostOpen()).toBe(1)
  expect(server.records('client').map((record) => record['first_name'])).toEqual(
    Array.from({ length: 450 }, (_, index) => `Ann ${index + 1}`),
  )
})

test('at most two batches are in flight at once, however slow the network', async () => {
  const { server, phone } = office()
  await addClients(phone, 450)
  phone.network.latencyMs = 400
  await phone.settle()
  expect(batches(phone).length).toBe(3)
  expect(phone.network.mostOpen()).toBe(2)
  expect(server.records('client')).toHaveLength(450)
})

test('a single waiting operation is sent as an ordinary request', async () => {
  const { phone } = office()
  await phone.addClient()
  await phone.sync()
  expect(writes(phone)).toEqual(['crm/clients/'])
})

test('a server without batches receives single requests', async () => {
  const { server, phone } = office()
  server.offersBatch = false
  await addClients(phone, 3)
  await phone.sync()
  expect(writes(phone)).toEqual(['crm/clients/', 'crm/clients/', 'crm/clients/'])
})

test('a record and its dependents share one batch, linked by operation key; no local key is sent', async () => {
  const { server, phone } = office()
  const property = await phone.create('property', elmSt)
  const listing = await phone.addListing(property, { listing_price: 1, description: '', status: 'For Sale' })
  await phone.create(
    'showing',
    { showing_date: '2026-11-22', start_time: '10:00', end_time: '11:00', client_email: 'a@example.com' },
    { references: { listing: { entity: 'listing', key: listing } } },
  )
  await phone.sync()
  const [batch] = batches(phone)
  expect(writes(phone)).toEqual(['sync/batch/'])
  expect(JSON.stringify(batch?.fields)).not.toContain('local-')
  expect(entriesOf(batch as Request)[2]?.path).toContain('{"$created":')
  const [made] = server.records('listing')
  expect(server.records('showing')).toMatchObject([{ listing: made?.['id'] }])
  expect(phone.operations()).toEqual([])
  expect(phone.row('listing', listing)).toMatchObject({ property_key: property, property: { address: '1 Elm St' } })
})

test('C23: each operation of a batch has its own answer, and dependents of a failed one wait', async () => {
  const { server, phone } = office()
  const [, wrong] = [await phone.addClient(), await phone.addClient({ email: 'nobody' }), await phone.addClient()]
  const property = await phone.create('property', elmSt)
  await phone.sync()
  expect(server.records('client')).toHaveLength(2)
  expect(server.records('property')).toHaveLength(1)
  expect(phone.row('property', property)).toMatchObject({ id: expect.any(Number) })
  expect(phone.operations()).toMatchObject([
    {
      key: wrong,
      state: 'attention',
      attempt: null,
      refusal: { status: 400, fieldErrors: { email: expect.any(String) } },
    },
  ])
})

test('C23: an operation without an answer in its batch is unknown, and sent again under its key', async () => {
  const { server, phone } = office()
  await addClients(phone, 3)
  const { handle } = server
  server.handle = (request) => {
    const answer = handle(request)
    const { answers } = (answer.body ?? {}) as { answers?: Json[] }
    return answers === undefined ? answer : { ...answer, body: { answers: answers.slice(0, 1) } }
  }
  await phone.sync()
  server.handle = handle
  expect(phone.operations()).toMatchObject([{ state: 'unknown' }, { state: 'unknown' }])
  await phone.settle()
  expect(server.records('client')).toHaveLength(3)
  expect(server.effects).toHaveLength(3)
})

test.each(['lost-answer', 'lost-request', 'cut-off', { page: 200 }, { status: 502 }, { page: 500 }] as const)(
  'C2, C5, C7, C8: a batch without a trustworthy answer (%o) is sent again, bytes and keys unchanged',
  async (fault) => {
    const { server, clock, phone } = office()
    await addClients(phone, 5)
    phone.network.next('POST sync/batch/', fault)
    // A pull in between would show that the server has these records.
    phone.network.next('GET sync/changes/', 'never-leaves')
    await phone.sync()
    expect(phone.operations().map(({ state }) => state)).toEqual(Array(5).fill('unknown'))
    await clock.pass(60_000)
    await phone.settle()
    const [first, again] = batches(phone)
    expect(again?.fields).toEqual(first?.fields)
    expect(server.records('client')).toHaveLength(5)
    expect(server.effects).toHaveLength(5)
  },
)

test('C1: a batch that never left the device does not count as sent', async () => {
  const { phone } = office()
  await addClients(phone, 2)
  phone.network.next('POST sync/batch/', 'never-leaves')
  await phone.sync()
  expect(phone.operations()).toMatchObject([
    { state: 'waiting', attempt: null },
    { state: 'waiting', attempt: null },
  ])
})

test('D1: a batch answered 401 pauses sending, counts no attempt, and is sent again after login', async () => {
  const { server, phone } = office()
  await addClients(phone, 2)
  phone.network.next('POST sync/batch/', { status: 401 })
  expect(await phone.sync()).toMatchObject({ state: 'needs-login', waiting: 2 })
  expect(phone.operations()).toMatchObject([
    { state: 'needs-login', attempts: 0 },
    { state: 'needs-login', attempts: 0 },
  ])
  await phone.settle()
  expect(server.effects).toHaveLength(2)
})

test('C9: a batch answered 429 pauses all sending for the time in Retry-After', async () => {
  const { clock, phone } = office()
  await addClients(phone, 2)
  phone.network.next('POST sync/batch/', { status: 429, headers: { 'retry-after': '100' } })
  const outcome = await phone.sync()
  expect(outcome).toMatchObject({ state: 'paused', waiting: 2 })
  expect((outcome?.nextAttemptAt ?? 0) - clock.now()).toBeGreaterThanOrEqual(100_000)
  expect(phone.operations()).toMatchObject([{ attempts: 0 }, { attempts: 0 }])
})

test('D3: a batch refused for its anti-forgery token is sent once more with a new token', async () => {
  const { server, phone } = office()
  await addClients(phone, 2)
  phone.network.next('POST sync/batch/', { status: 403, body: { code: 'csrf_failed' } })
  await phone.sync()
  expect(phone.network.renewals()).toBe(1)
  expect(server.effects).toHaveLength(2)
})

test.each([404, 405, 413, 400, 415])(
  'a batch refused as a whole (%i) is sent as single requests instead',
  async (status) => {
    const { server, phone } = office()
    await addClients(phone, 3)
    phone.network.always('POST sync/batch/', { status, body: { detail: 'No.', code: 'invalid' } })
    const outcome = await phone.sync()
    expect(outcome).toMatchObject({ state: 'idle', waiting: 0 })
    expect(writes(phone)).toEqual(['sync/batch/', 'crm/clients/', 'crm/clients/', 'crm/clients/'])
    expect(server.effects).toHaveLength(3)
  },
)

test('C26: an operation unanswered in two batches is sent alone, so that it blocks no others', async () => {
  const { server, phone } = office()
  await addClients(phone, 3)
  phone.network.always('POST sync/batch/', { page: 500 })
  await phone.settle()
  expect(batches(phone)).toHaveLength(2)
  expect(server.effects).toHaveLength(3)
})

test('B6: if the sender dies after a batch arrived, its operations take effect only once', async () => {
  const { server, phone } = office()
  await addClients(phone, 4)
  phone.network.next('POST sync/batch/', { dies: 'after' })
  expect(await phone.sync()).toBeNull()
  expect(phone.operations().map(({ state }) => state)).toEqual(Array(4).fill('sending'))
  await phone.settle()
  expect(server.effects).toHaveLength(4)
  expect(phone.operations()).toEqual([])
})

test('operations of one record that cannot be folded are sent in order, one batch after the other', async () => {
  const { server, phone } = office()
  const keys = await addClients(phone, 2)
  await phone.sync()
  for (const key of keys) await phone.edit('client', key, { notes: 'First' })
  phone.network.next('POST sync/batch/', 'lost-answer')
  await phone.sync()
  for (const key of keys) await phone.edit('client', key, { notes: 'Second' })
  await phone.settle()
  const notes = server.effects.filter(({ method }) => method === 'PATCH').map(({ fields }) => fields['notes'])
  expect(notes).toEqual(['First', 'First', 'Second', 'Second'])
})

test('C12: photos are sent outside batches', async () => {
  const { server, phone } = office()
  const property = await phone.create('property', elmSt)
  const listing = await phone.addListing(property, { listing_price: 1, description: '', status: 'For Sale' })
  await phone.addPhoto(listing)
  await phone.sync()
  expect(writes(phone)).toEqual(['sync/batch/', expect.stringMatching(/^listings\/\d+\/images\/$/)])
  expect(server.records('listing_image')).toHaveLength(1)
})

test('a batch with long texts is split before the server would refuse its size', async () => {
  const { server, phone } = office()
  for (let number = 0; number < 6; number += 1) await phone.addClient({ notes: 'x'.repeat(100_000) })
  await phone.sync()
  expect(batches(phone).map((batch) => keysOf(batch).length)).toEqual([3, 3])
  expect(server.records('client')).toHaveLength(6)
})

test('records with newer versions on the server are merged one by one, and real conflicts are reported', async () => {
  const { server, phone } = office()
  const keys = await addClients(phone, 3)
  await phone.sync()
  const [one, two] = server.records('client')
  server.put('client', { ...one, phone_number: '9' })
  server.put('client', { ...two, category: 'Seller' })
  for (const key of keys) await phone.edit('client', key, { category: 'Both' })
  await phone.settle()
  expect(server.records('client')).toMatchObject([
    { phone_number: '9', category: 'Both' },
    { category: 'Seller' },
    { category: 'Both' },
  ])
  expect(phone.operations()).toMatchObject([{ state: 'conflict', conflict: { fields: ['category'] } }])
})

test('no further batch is sent once the result of one could not be stored', async () => {
  const { server, clock, phone } = office()
  for (let number = 1; number <= 300; number += 1) await phone.addClient({ notes: 'word '.repeat(1500).trim() })
  const { replica, server: carrier } = phone.ports
  let isFull = false
  const ports: typeof phone.ports = {
    ...phone.ports,
    replica: {
      ...replica,
      transact: (mode, work) =>
        isFull && mode === 'write' ? Promise.reject(new Error('The disk is full.')) : replica.transact(mode, work),
    },
    server: {
      ...carrier,
      send: async (request, signal) => {
        const answer = await carrier.send(request, signal)
        if (request.path === 'sync/batch/') isFull = true
        return answer
      },
    },
  }
  phone.network.latencyMs = 50
  await clock.run(expect(syncOnce(ports, aSyncRun())).rejects.toThrow('The disk is full.'))
  await clock.pass(10_000)
  expect(batches(phone)).toHaveLength(2)
  // The next run settles the operations that were in flight, once there is room.
  isFull = false
  phone.network.latencyMs = 0
  await phone.settle()
  expect(server.records('client')).toHaveLength(300)
})

test('a result that cannot be stored does not affect other operations of its batch', async () => {
  const { server, phone } = office()
  await addClients(phone, 3)
  const { replica } = phone.ports
  let isBroken = true
  const ports: typeof phone.ports = {
    ...phone.ports,
    replica: {
      ...replica,
      transact: (mode, work) =>
        replica.transact(mode, (tx) =>
          work({
            ...tx,
            addToJournal: (entry) =>
              isBroken && entry.changes['first_name'] === 'Ann 2'
                ? Promise.reject(new Error('This one cannot be stored.'))
                : tx.addToJournal(entry),
          }),
        ),
    },
  }
  await expect(syncOnce(ports, aSyncRun())).rejects.toThrow('This one cannot be stored.')
  expect(phone.operations()).toMatchObject([{ changes: { first_name: 'Ann 2' } }])
  isBroken = false
  await phone.settle()
  expect(phone.operations()).toEqual([])
  expect(server.records('client')).toHaveLength(3)
})

test('behind a proxy that removes the key header, batches still carry their keys', async () => {
  const { server, phone } = office()
  await phone.sync()
  phone.network.removesHeaders = { kind: '', headers: ['Idempotency-Key'] }
  await addClients(phone, 3)
  await phone.settle()
  expect(server.records('client')).toHaveLength(3)
  expect(writes(phone)).toEqual(['sync/batch/'])
  expect(entriesOf(batches(phone)[0]!).map(({ path }) => path)).toEqual(Array(3).fill('crm/clients/'))
})

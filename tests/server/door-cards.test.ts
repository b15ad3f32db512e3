import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aListing, aProperty } from '#tests/support/listings.ts'
import { anAgent, startTestServer, type Agent } from '#tests/support/server.ts'
import { aTour, makeTour } from '#tests/support/tours.ts'

const path = '/api/door-cards/'
const secret = 'zq-7731-code'
const blank = {
  occupancy: '',
  lockbox_kind: '',
  lockbox_code: '',
  gate_code: '',
  alarm_code: '',
  key_location: '',
  instructions: '',
  pets: '',
  parking: '',
  notify_seller: false,
  client: null,
}
const card = { ...blank, occupancy: 'tenant', lockbox_kind: 'Supra', lockbox_code: secret, pets: 'A cat' }

async function allReads(agent: Agent, ids: readonly number[]): Promise<string[]> {
  const { body } = await agent.get('/api/schema/')
  const paths = Object.entries(body.paths as Record<string, object>).flatMap(([one, methods]) =>
    'get' in methods && !one.includes('events') ? [one] : [],
  )
  return paths.flatMap((one) =>
    one.includes('{') ? [...new Set(ids)].map((id) => one.replaceAll(/\{\w+\}/g, String(id))) : [one],
  )
}

onAnyDatabase((server) => {
  test('an agent creates, changes, lists and deletes the door card of a home', async () => {
    const agent = await anAgent(server())
    const property = (await aProperty(agent)).id
    const made = await agent.post(path, { ...card, property })
    expect(made).toMatchObject({ status: 201, body: { ...card, property } })
    const address = `${path}${made.body.id}/`
    const seller = await agent.post('/api/crm/clients/', {
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'ann@example.com',
    })
    const change = { notify_seller: true, client: seller.body.id, occupancy: 'vacant' }
    expect(await agent.patch(address, change)).toMatchObject({ status: 200, body: { ...card, ...change, property } })
    expect((await agent.get(path)).body.results).toMatchObject([{ ...card, ...change }])
    expect((await agent.delete(address)).status).toBe(204)
    expect((await agent.get(path)).body.results).toEqual([])
    expect(await agent.post(path, { property })).toMatchObject({ status: 201, body: blank })
  })

  test('a second device’s card for the same home is merged into the first, losing nothing typed', async () => {
    const agent = await anAgent(server())
    const property = (await aProperty(agent)).id
    const first = await agent.post(path, { ...card, property, instructions: 'Ring first.' })
    const second = {
      property,
      lockbox_code: '8830',
      gate_code: '12',
      instructions: 'Shut the gate.',
      notify_seller: true,
    }
    const answer = await agent.post(path, second)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: first.body.id,
        ...card,
        lockbox_code: `${secret} or 8830`,
        gate_code: '12',
        instructions: 'Ring first.\n\nShut the gate.',
        notify_seller: true,
      },
    })
    const again = await agent.post(path, second)
    expect(again.body).toEqual(answer.body)
    expect((await agent.get(path)).body.count).toBe(1)
  })

  test.each([
    ['a home that is not in the catalog', { property: 99_999 }, 'property'],
    ['no home', { property: undefined }, 'property'],
    ['an unknown occupancy', { occupancy: 'ghosts' }, 'occupancy'],
    ['a code that is a novel', { gate_code: '1'.repeat(61) }, 'gate_code'],
    ['instructions longer than any text', { instructions: 'x'.repeat(10_001) }, 'instructions'],
    ['a switch that is neither on nor off', { notify_seller: 'maybe' }, 'notify_seller'],
  ])('%s is refused at its field', async (_, wrong, field) => {
    const agent = await anAgent(server())
    const property = (await aProperty(agent)).id
    const answer = await agent.post(path, { ...card, property, ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
  })

  test('a door card cannot move to another home, or name another agent’s client', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const [property, another] = [(await aProperty(agent)).id, (await aProperty(agent, 2)).id]
    const { body } = await agent.post(path, { ...card, property })
    const moved = await agent.put(`${path}${body.id}/`, { ...card, property: another })
    expect(moved).toMatchObject({ status: 400, body: { property: [expect.any(String)] } })
    const foreign = await other.post('/api/crm/clients/', {
      first_name: 'Bo',
      last_name: 'Lee',
      email: 'bo@example.com',
    })
    const named = await agent.patch(`${path}${body.id}/`, { client: foreign.body.id })
    expect(named).toMatchObject({ status: 200, body: { client: null } })
  })

  test('deleting a listing keeps the door card of its home; a deleted card is in the feed', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    const { body } = await agent.post(path, { ...card, property: listing.property.id })
    await agent.delete(`/api/listings/${listing.id}/`)
    expect((await agent.get(`${path}${body.id}/`)).body).toMatchObject(card)
    const before = await agent.get('/api/sync/changes/?limit=500')
    expect(before.body.changes).toContainEqual(
      expect.objectContaining({ entity: 'door_card', id: body.id, deleted: false }),
    )
    await agent.delete(`${path}${body.id}/`)
    const after = await agent.get(`/api/sync/changes/?limit=500&cursor=${before.body.cursor}`)
    expect(after.body.changes).toContainEqual(
      expect.objectContaining({ entity: 'door_card', id: body.id, deleted: true }),
    )
  })

  test('a door card can be created in one batch with its home', async () => {
    const agent = await anAgent(server())
    const home = { address: '7 Batch Way', city: 'Salem', state: 'OR', zip_code: '97301' }
    const make = { method: 'POST', if_match: null }
    const { body } = await agent.post('/api/sync/batch/', {
      operations: [
        { ...make, path: 'properties/properties/', key: 'op-1:1', body: home },
        { ...make, path: 'door-cards/', key: 'op-2:1', body: { ...card, property: { $created: 'op-1:1' } } },
      ],
    })
    expect(body.answers).toMatchObject([{ status: 201 }, { status: 201, body: card }])
    expect(body.answers[1].body.property).toBe(body.answers[0].body.id)
  })

  test('another agent never sees a door card, by any read or write, the feed or a batch', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const listing = await aListing(agent)
    const property = listing.property.id
    const { body } = await agent.post(path, { ...card, property })
    const tour = await makeTour(other, aTour([listing]))
    const address = `${path}${body.id}/`
    for (const one of await allReads(other, [body.id, listing.id, property, tour.id])) {
      const answer = await other.get(one)
      expect([one, answer.text.includes(secret)]).toEqual([one, false])
    }
    const key = { key: 'op-9:1', if_match: null, path: address.slice(5), body: {} }
    const batch = await other.post('/api/sync/batch/', { operations: [{ method: 'PATCH', ...key }] })
    for (const answer of [
      await other.get(address),
      await other.patch(address, { pets: 'A dog' }),
      await other.put(address, { ...card, property }),
      await other.delete(address),
      { status: batch.body.answers[0].status, text: batch.text },
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain(secret)
    }
    // The other agent's card for the same home reveals nothing of the first agent's.
    const own = await other.post(path, { property, pets: 'None' })
    expect(own).toMatchObject({ status: 201, body: { ...blank, pets: 'None' } })
    expect((await other.get('/api/sync/changes/?limit=500')).text).not.toContain(secret)
    expect((await agent.get(address)).body).toMatchObject(card)
  })
})

test('a door code is only in the agent’s own records and backup, never in the log or the calendar', async () => {
  let logged = ''
  const logStream = new PassThrough()
  logStream.on('data', (text) => (logged += String(text)))
  const server = await startTestServer(undefined, { logLevel: 'trace', logStream })
  onTestFinished(() => server.stop())
  const agent = await anAgent(server)
  const listing = await aListing(agent)
  const { body } = await agent.post(path, { ...card, property: listing.property.id })
  await agent.post(path, { ...card, property: listing.property.id, gate_code: `${secret} `.repeat(9) })
  const tour = await makeTour(agent, aTour([listing]))
  const visit = {
    showing_date: dateOfInstant(Date.now()),
    start_time: '10:00',
    end_time: '10:30',
    client_email: 'jo@mailbox.example',
  }
  await agent.post(`/api/listings/${listing.id}/showings/`, visit)
  const saying: string[] = []
  const answers = new Set<string>()
  for (const one of await allReads(agent, [body.id, listing.id, tour.id])) {
    const answer = await agent.get(one)
    answers.add(one)
    if (answer.text.includes(secret)) saying.push(one)
  }
  expect(saying.toSorted()).toEqual([path, `${path}${body.id}/`, '/api/sync/changes/'])
  expect(answers).toContain(`/api/listings/${listing.id}/dashboard/`)
  const feed = await agent.post('/api/users/calendar-feed/')
  const calendar = await server.app.inject(feed.body.address)
  expect(calendar.body).toContain('BEGIN:VEVENT')
  expect(calendar.body).not.toContain(secret)
  expect(logged).toContain('/api/door-cards/')
  expect(logged).not.toContain(secret)
})

import { describe, expect, test } from 'vitest'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aListing } from '#tests/support/listings.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'
import { aTour, makeTour, someListings } from '#tests/support/tours.ts'

const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' }
const times = { start_time: '10:00:00', end_time: '10:30:00' }

async function aClient(agent: Agent, wishes = {}): Promise<number> {
  return (await agent.post('/api/crm/clients/', { ...ann, ...wishes })).body.id
}

const makers: Record<
  string,
  (agent: Agent, person: object) => Promise<{ address: string; record: Record<string, unknown> }>
> = {
  showing: async (agent, person) => {
    const listing = await aListing(agent)
    return made(agent, `/api/listings/${listing.id}/showings/`, { showing_date: '2026-11-28', ...times, ...person })
  },
  'open house visit': async (agent, person) => {
    const listing = await aListing(agent)
    const openHouse = await agent.post(`/api/listings/${listing.id}/open-houses/`, { date: '2026-11-28', ...times })
    return made(agent, `/api/listings/${listing.id}/open-house-visits/`, { open_house: openHouse.body.id, ...person })
  },
  tour: async (agent, person) => {
    const record = await makeTour(agent, aTour(await someListings(agent, 2), person))
    return { address: `/api/tours/tours/${record.id}/`, record }
  },
}

async function made(agent: Agent, path: string, body: object) {
  const answer = await agent.post(path, body)
  expect(answer.status).toBe(201)
  return { address: `${path}${answer.body.id}/`, record: answer.body }
}

onAnyDatabase((server) => {
  describe.each(Object.entries(makers))('the %s', (_, make) => {
    test('names one of the agent’s own clients, and no other agent’s', async () => {
      const [agent, other] = [await anAgent(server()), await anAgent(server())]
      const client = await aClient(agent)
      const { address, record } = await make(agent, { client_email: ann.email, client })
      expect(record).toMatchObject({ client_email: ann.email, client })
      const foreign = await aClient(other)
      expect(await agent.patch(address, { client: foreign })).toMatchObject({ status: 200, body: { client: null } })
      expect((await agent.patch(address, { client: 'somebody' })).status).toBe(400)
    })

    test('loses its client with a new e-mail, but keeps it when the client’s own e-mail changes', async () => {
      const agent = await anAgent(server())
      const client = await aClient(agent)
      const { address } = await make(agent, { client_email: ann.email, client })
      await agent.patch(`/api/crm/clients/${client}/`, { email: 'new@example.com' })
      expect((await agent.get(address)).body).toMatchObject({ client_email: ann.email, client })
      expect((await agent.patch(address, { client_email: ann.email })).body).toMatchObject({ client })
      expect((await agent.patch(address, { client_email: 'bo@example.com' })).body).toMatchObject({ client: null })
    })

    test('without a client gets the client whose e-mail it has, when that client’s e-mail changes', async () => {
      const [agent, other] = [await anAgent(server()), await anAgent(server())]
      const client = await aClient(agent)
      const younger = await aClient(agent)
      const { address, record } = await make(agent, { client_email: ' ANN@Example.com ' })
      const others = await make(other, { client_email: ann.email })
      expect(record).toMatchObject({ client: null })
      await agent.patch(`/api/crm/clients/${younger}/`, { email: 'younger@example.com' })
      await agent.patch(`/api/crm/clients/${client}/`, { email: 'Ann@example.com' })
      expect((await agent.get(address)).body).toMatchObject({ client: null })
      await agent.patch(`/api/crm/clients/${client}/`, { email: 'new@example.com' })
      const named = (await agent.get(address)).body
      expect(named).toMatchObject({ client })
      expect(named.version).toBeGreaterThan(Number(record['version']))
      expect((await other.get(others.address)).body).toMatchObject({ client: null })
    })
  })

  test('an appointment can name a client', async () => {
    const agent = await anAgent(server())
    const client = await aClient(agent)
    const { address } = await made(agent, '/api/scheduling/appointments/', { date: '2026-11-28', ...times, client })
    expect((await agent.get(address)).body).toMatchObject({ client })
    expect((await agent.patch(address, { client: null })).body).toMatchObject({ client: null })
  })

  test('the outcome of a showing is stored, and a PUT without it leaves it as it is', async () => {
    const agent = await anAgent(server())
    const { address, record } = await makers['showing']!(agent, { client_email: ann.email })
    const said = { feedback: 'Would pay 510k.', feedback_for_seller: 'Loved the garden.' }
    const outcome = { status: 'Held', ...said, interest: 4, price_opinion: 'High' }
    expect((await agent.patch(address, outcome)).body).toMatchObject(outcome)
    const { showing_date, client_email } = record
    const whole = { showing_date, client_email, start_time: '11:00:00', end_time: '11:30:00' }
    expect((await agent.put(address, whole)).body).toMatchObject({ ...whole, ...outcome })
    expect(await agent.patch(address, { status: 'Done', interest: 6, price_opinion: 'Fair' })).toMatchObject({
      status: 400,
      body: {
        status: ['Choose Scheduled, Held, Cancelled or No-show.'],
        interest: ['Choose 1 to 5.'],
        price_opinion: ['Choose Low, Right or High.'],
      },
    })
  })
})

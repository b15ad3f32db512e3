import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { wholeFeed } from '#tests/support/change-feed.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { aBroker, aHomeToShow, aPrivateHome } from '#tests/support/homes-to-show.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'

const properties = '/api/properties/properties/'
const mine = { listed_by: null, listing_price: 400_000, description: 'A house.' }

async function aHomeOfMine(agent: Agent) {
  const { id, property } = await aHomeToShow(agent)
  expect((await agent.patch(`/api/listings/${id}/`, mine)).body.property).toMatchObject({ is_private: false })
  return { id, property }
}

const isDeleted = (feed: { entity: string; id: string | number; deleted: boolean }[], id: number) =>
  feed.findLast((change) => change.entity === 'property' && change.id === id)?.deleted

onEveryDatabase((server, kind) => {
  const give = (agent: Agent, id: number) => agent.patch(`/api/listings/${id}/`, { listed_by: aBroker })

  test('a home that is given back to a broker is private again, and deleted for other agents', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const { id, property } = await aHomeOfMine(agent)
    await sharedChangesAreTold(server())
    const [own, before] = [
      await agent.get('/api/sync/changes/?limit=500'),
      await other.get('/api/sync/changes/?limit=500'),
    ]
    expect(isDeleted(before.body.changes, property.id)).toBe(false)
    const given = await give(agent, id)
    expect(given).toMatchObject({ status: 200, body: { property: { id: property.id, is_private: true } } })
    expect((await agent.get(`/api/listings/${id}/`)).body).toEqual(given.body)
    expect((await other.get(`${properties}${property.id}/`)).status).toBe(404)
    await sharedChangesAreTold(server())
    const after = async (of: Agent, { body }: { body: { cursor: string } }) =>
      (await of.get(`/api/sync/changes/?limit=500&cursor=${body.cursor}`)).body.changes
    expect(isDeleted(await after(other, before), property.id)).toBe(true)
    expect(isDeleted(await after(agent, own), property.id)).toBe(false)

    expect((await agent.patch(`/api/listings/${id}/`, mine)).status).toBe(200)
    await sharedChangesAreTold(server())
    expect(isDeleted(await after(other, before), property.id)).toBe(false)
    expect(isDeleted(await wholeFeed(other), property.id)).toBe(false)
  })

  test('a home that is given back stays shared while another listing or another agent refers to it', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const ways = [
      (property: number) => other.post('/api/door-cards/', { property, gate_code: '12' }),
      (property: number) => other.post('/api/listings/', { ...mine, property }),
      (property: number) => other.post('/api/listings/', { listed_by: aBroker, property }),
      (property: number) => agent.post('/api/listings/', { ...mine, property }),
    ]
    for (const refer of ways) {
      const { id, property } = await aHomeOfMine(agent)
      expect((await refer(property.id)).status).toBe(201)
      expect(await give(agent, id)).toMatchObject({ status: 200, body: { property: { is_private: false } } })
      expect((await other.get(`${properties}${property.id}/`)).status).toBe(200)
    }
    const added = await other.post(properties, aPrivateHome({ is_private: false }))
    const listing = await agent.post('/api/listings/', { ...mine, property: added.body.id })
    expect(await give(agent, listing.body.id)).toMatchObject({ body: { property: { is_private: false } } })
  })

  test('a home that is given back becomes the private home that the agent has at this address', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const home = aPrivateHome()
    const kept = await aHomeToShow(agent, {}, home)
    const shared = await agent.post(properties, { ...home, is_private: false })
    const { body: listing } = await agent.post('/api/listings/', { ...mine, property: shared.body.id })
    await agent.post('/api/door-cards/', { property: shared.body.id, gate_code: '12' })
    const given = await give(agent, listing.id)
    expect(given).toMatchObject({ status: 200, body: { property: { id: kept.property.id, is_private: true } } })
    expect((await agent.get('/api/door-cards/')).body.results).toMatchObject([
      { property: kept.property.id, gate_code: '12' },
    ])
    for (const of of [agent, other]) expect((await of.get(`${properties}${shared.body.id}/`)).status).toBe(404)
    await sharedChangesAreTold(server())
    for (const of of [agent, other]) expect(isDeleted(await wholeFeed(of), shared.body.id)).not.toBe(false)
  })

  // The embedded database has one connection, so it has no concurrent transactions.
  test.skipIf(kind === 'embedded')(
    'a home that is given back cannot get another agent’s listing at the same moment',
    async () => {
      const [agent, other] = [await anAgent(server()), await anAgent(server())]
      const { id, property } = await aHomeOfMine(agent)
      const { db } = server().services.database
      const isWaiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      const waiting = (count: number) =>
        vi.waitFor(async () => expect((await isWaiting.execute(db)).rows).toHaveLength(count), { timeout: 20_000 })
      const [given, listed] = await db.transaction().execute(async (trx) => {
        await trx.selectFrom('properties').select('id').where('id', '=', property.id).forUpdate().execute()
        const giving = give(agent, id)
        await waiting(1)
        const listing = other.post('/api/listings/', { ...mine, property: property.id })
        await waiting(2)
        return [giving, listing].map((answer) => ({ answer }))
      })
      expect(await given!.answer).toMatchObject({ status: 200, body: { property: { is_private: true } } })
      expect(await listed!.answer).toMatchObject({ status: 400, body: { property: [expect.any(String)] } })
    },
  )

  test('a listing with an open house that has not ended is not given to a broker', async () => {
    const agent = await anAgent(server())
    const { id } = await aHomeOfMine(agent)
    const times = { start_time: '10:00', end_time: '11:00' }
    const hold = (date: string) => agent.post(`/api/listings/${id}/open-houses/`, { date, ...times })
    await hold('2020-05-03')
    const { body: openHouse } = await hold('2099-05-03')
    const refused = await give(agent, id)
    expect(refused).toMatchObject({ status: 400, body: { listed_by: [expect.stringContaining('open houses')] } })
    expect((await agent.get(`/api/listings/${id}/`)).body.listed_by).toBeNull()
    expect((await agent.delete(`/api/listings/${id}/open-houses/${openHouse.id}/`)).status).toBe(204)
    expect((await give(agent, id)).status).toBe(200)
  })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aListing } from '#tests/support/listings.ts'
import { anAgent } from '#tests/support/server.ts'

const seen = { platform: 'zillow', date: '2026-11-21', views: 12, likes: 3, saves: 1 }

onAnyDatabase((server) => {
  const atWork = async () => {
    const agent = await anAgent(server())
    const { id } = await aListing(agent)
    const address = `/api/listings/${id}/exposure/`
    return { agent, id, address, kept: async (query = '') => (await agent.get(`${address}${query}`)).body }
  }

  test('exposure figures are listed by day and platform, between two days, in pages', async () => {
    const { agent, id, address, kept } = await atWork()
    await agent.post(address, [
      { ...seen, date: '2026-11-22' },
      { ...seen, platform: 'redfin', likes: null },
      seen,
      { ...seen, date: '2026-11-20' },
    ])
    const all = [
      { listing: id, ...seen, date: '2026-11-20' },
      { listing: id, ...seen, platform: 'redfin', likes: null },
      { listing: id, ...seen },
      { listing: id, ...seen, date: '2026-11-22' },
    ]
    expect(await kept()).toEqual({ count: 4, next: null, previous: null, results: all })
    expect((await kept('?from=2026-11-21&to=2026-11-21')).results).toEqual(all.slice(1, 3))
    const first = await kept('?from=2026-11-21&page_size=2')
    expect(first).toMatchObject({ count: 3, results: all.slice(1, 3) })
    expect((await agent.get(first.next)).body.results).toEqual(all.slice(3))
    expect(await agent.get(`${address}?from=2026-11-31`)).toMatchObject({
      status: 400,
      body: { from: ['Enter a date.'] },
    })
  })

  test('another agent’s figures are 404', async () => {
    const { address } = await atWork()
    const stranger = await anAgent(server())
    expect((await stranger.get(address)).status).toBe(404)
  })

  test('an omitted figure keeps its value, and is null on a new day', async () => {
    const { agent, id, address, kept } = await atWork()
    await agent.post(address, seen)
    const { likes: _, saves: __, ...viewsOnly } = { ...seen, views: 20 }
    expect((await agent.post(address, viewsOnly)).body).toMatchObject({ listing: id, ...seen, views: 20 })
    await agent.post(address, { ...viewsOnly, date: '2026-11-22' })
    expect((await kept()).results).toEqual([
      { listing: id, ...seen, views: 20 },
      { listing: id, platform: 'zillow', date: '2026-11-22', views: 20, likes: null, saves: null },
    ])
  })

  test('the answer has the previous figures, and a retry gets the first answer again', async () => {
    const { agent, address } = await atWork()
    const before = { views: 12, likes: 3, saves: 1 }
    expect((await agent.post(address, seen)).body.before).toBeNull()
    const key = { 'idempotency-key': `${randomUUID()}:1` }
    const sent = [
      { ...seen, views: 30 },
      { ...seen, date: '2026-11-22' },
    ]
    const first = await agent.post(address, sent, key)
    expect(first.body.results.map((one: { before: unknown }) => one.before)).toEqual([before, null])
    expect((await agent.post(address, sent, key)).body).toEqual(first.body)
  })
})

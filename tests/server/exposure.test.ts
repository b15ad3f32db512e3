import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ExposureCounts } from '#core/contract/exposure.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aListing } from '#tests/support/listings.ts'
import { anAgent } from '#tests/support/server.ts'
import { runHousekeeping } from '#server/housekeeping.ts'

const seen = { platform: 'zillow', date: '2026-11-21', views: 12, likes: 3, saves: 1 }

onAnyDatabase((server) => {
  const database = () => server().services.database.db
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

  test('figures that are sent again replace their own readings', async () => {
    const { agent, address, kept } = await atWork()
    const { platform, date } = seen
    const said = [seen, { platform, date, views: 20 }, { platform, date, likes: null }]
    for (const figure of [...said, ...said, ...said]) await agent.post(address, figure)
    expect((await kept()).results).toMatchObject([{ views: 20, likes: null, saves: 1 }])
    expect((await agent.get('/api/exposure-readings/')).body.count).toBe(3)
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

  describe('a reading', () => {
    const reads = async () => {
      const { agent, id, address, kept } = await atWork()
      const day = { listing: id, platform: 'Zillow', date: seen.date }
      const add = async (reading: object) => (await agent.post('/api/exposure-readings/', { ...day, ...reading })).body
      return { agent, id, address, add, day, counts: async () => (await kept()).results.map(countsOf) }
    }
    const countsOf = ({ views, likes, saves }: ExposureCounts) => ({ views, likes, saves })
    const early = { read_at: '2025-11-22T08:00:00.000Z' }
    const late = { read_at: '2025-11-22T09:00:00.000Z' }

    test('counts if it is the newest that says a count, in whatever order readings arrive', async () => {
      const { add, counts } = await reads()
      expect(await add({ ...late, views: 20 })).toMatchObject({ platform: 'zillow', views: 20, likes: null, ...late })
      await add({ ...early, views: 10, likes: 3 })
      expect(await counts()).toEqual([{ views: 20, likes: 3, saves: null }])
    })

    test('that is deleted brings back the one before', async () => {
      const { agent, add, counts } = await reads()
      await add({ ...early, views: 10 })
      const { id } = await add({ ...late, views: 20 })
      expect((await agent.delete(`/api/exposure-readings/${id}/`)).status).toBe(204)
      expect(await counts()).toEqual([{ views: 10, likes: null, saves: null }])
    })

    test('clears counts, and a day without counts is not listed', async () => {
      const { add, counts } = await reads()
      await add({ ...early, views: 10, likes: 3 })
      await add({ ...late, cleared: ['views'] })
      expect(await counts()).toEqual([{ views: null, likes: 3, saves: null }])
      await add({ ...late, cleared: ['likes'] })
      expect(await counts()).toEqual([])
    })

    test('of a clock that is ahead is not newer than what arrives after it', async () => {
      const { agent, address, add, counts } = await reads()
      await add({ read_at: '2099-01-01T00:00:00.000Z', views: 10 })
      await agent.post(address, { ...seen, views: 20 })
      expect(await counts()).toEqual([{ ...countsOf(seen), views: 20 }])
    })

    test('that was stored while the server’s clock was ahead is not newer than later ones', async () => {
      const { agent, address, add, counts } = await reads()
      await agent.post(address, { ...seen, views: 10 })
      await sql`update exposure_readings set created_at = created_at + interval '1 year'`.execute(database())
      expect((await agent.post(address, { platform: 'zillow', date: seen.date, views: 20 })).body.views).toBe(20)
      await add({ read_at: new Date().toISOString(), views: 30 })
      expect(await counts()).toEqual([{ ...countsOf(seen), views: 30 }])
    })

    test('is known by its key after the server has forgotten the key', async () => {
      const { agent, day } = await reads()
      const key = `${randomUUID()}:1`
      await agent.post('/api/exposure-readings/', { ...day, views: 1 }, { 'idempotency-key': key })
      await sql`update idempotency_keys set created_at = created_at - interval '46 days'`.execute(database())
      await runHousekeeping(server().services)
      expect((await agent.post('/api/sync/known/', { keys: [key], deleted: [] })).body.unknown).toEqual([])
    })

    test('is stored once under its key, and is not in the feed', async () => {
      const { agent, day } = await reads()
      const { cursor } = (await agent.get('/api/sync/changes/')).body
      const key = { 'idempotency-key': `${randomUUID()}:1` }
      const first = await agent.post('/api/exposure-readings/', { ...day, views: 1 }, key)
      expect((await agent.post('/api/exposure-readings/', { ...day, views: 1 }, key)).body).toEqual(first.body)
      expect((await agent.get('/api/exposure-readings/')).body.count).toBe(1)
      await agent.delete(`/api/exposure-readings/${first.body.id}/`)
      expect((await agent.get(`/api/sync/changes/?cursor=${cursor}`)).body.changes).toEqual([])
    })

    test('belongs to one of the agent’s own listings, and to no other agent', async () => {
      const { agent, id, day, add } = await reads()
      const reading = await add({ views: 1 })
      const stranger = await anAgent(server())
      const refused = { status: 400, body: { listing: ['Choose one of your listings.'] } }
      expect(await stranger.post('/api/exposure-readings/', { ...day, views: 1 })).toMatchObject(refused)
      expect((await stranger.get(`/api/exposure-readings/${reading.id}/`)).status).toBe(404)
      await agent.delete(`/api/listings/${id}/`)
      expect((await agent.get('/api/exposure-readings/')).body.count).toBe(0)
    })
  })
})

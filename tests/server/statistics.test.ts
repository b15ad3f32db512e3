import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aListing } from '#tests/support/listings.ts'
import { anAgent, aVisitor, type Agent } from '#tests/support/server.ts'

const today = '2026-11-21'
const week = ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']

async function addDay(agent: Agent, listingId: number, date: string, visitors: number) {
  const times = { start_time: '10:00', end_time: '11:00' }
  await agent.post(`/api/listings/${listingId}/showings/`, {
    ...times,
    showing_date: date,
    client_email: 'jo@example.com',
  })
  const openHouse = await agent.post(`/api/listings/${listingId}/open-houses/`, { ...times, date })
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const answer = await agent.post(`/api/listings/${listingId}/open-house-visits/`, {
      open_house: openHouse.body.id,
      client_email: `visitor${visitor}@example.com`,
    })
    expect(answer.status).toBe(201)
  }
}

const seen = { platform: 'zillow', date: today, views: 12, likes: 3, saves: 1 }

onAnyDatabase((server) => {
  const dashboardOf = async (agent: Agent, listingId: number) =>
    (await agent.get(`/api/listings/${listingId}/dashboard/?today=${today}`)).body

  test('the dashboard counts the past week, both edges included, without canceled appointments', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    const other = await aListing(agent, {}, 2)
    await addDay(agent, listing.id, '2026-11-14', 1)
    await addDay(agent, listing.id, '2026-11-15', 2)
    await addDay(agent, listing.id, '2026-11-21', 3)
    await addDay(agent, listing.id, '2026-11-22', 4)
    await addDay(agent, other.id, '2026-11-20', 5)
    const off = { showing_date: '2026-11-20', start_time: '10:00', end_time: '10:30', client_email: 'jo@example.com' }
    await agent.post(`/api/listings/${listing.id}/showings/`, { ...off, status: 'Cancelled' })
    expect(await dashboardOf(agent, listing.id)).toEqual({
      listing_address: listing.property.address,
      listing_price: listing.listing_price,
      period: { start_date: '2026-11-15', end_date: '2026-11-21' },
      statistics: {
        showings_count: 2,
        open_houses_count: 2,
        visitors_count: 5,
        exposure_stats: { platforms: [], daily_data: {} },
      },
      previous: {
        period: { start_date: '2026-11-08', end_date: '2026-11-14' },
        statistics: {
          showings_count: 1,
          open_houses_count: 1,
          visitors_count: 1,
          exposure_stats: { platforms: [], daily_data: {} },
        },
      },
      price_changes: [],
      version: expect.any(Number),
      as_of: expect.any(String),
    })
  })

  test('without a date from the agent, the server uses its own; an invalid date is refused', async () => {
    const agent = await anAgent(server())
    const { id } = await aListing(agent)
    const { body } = await agent.get(`/api/listings/${id}/dashboard/`)
    const { start_date, end_date } = body.period
    expect(start_date).toBe(addDays(end_date, -6))
    // The test may run over midnight.
    expect([dateOfInstant(Date.now()), addDays(dateOfInstant(Date.now()), -1)]).toContain(end_date)
    expect(await agent.get(`/api/listings/${id}/dashboard/?today=2026-02-30`)).toMatchObject({
      status: 400,
      body: { today: ['Enter a date.'] },
    })
  })

  test('exposure comes by platform in the order of the charts, with 0 for days without figures', async () => {
    const agent = await anAgent(server())
    const { id } = await aListing(agent)
    const sent = [
      { ...seen, platform: 'Trulia' },
      { ...seen, platform: 'Realtor.com', date: '2026-11-15' },
      { ...seen, platform: 'homes', date: '2026-11-14' },
      { ...seen, platform: 'apartments' },
      { ...seen, platform: ' Redfin ' },
      seen,
    ]
    expect((await agent.post(`/api/listings/${id}/exposure/`, sent)).status).toBe(201)
    const { exposure_stats } = (await dashboardOf(agent, id)).statistics
    expect(exposure_stats.platforms).toEqual(['zillow', 'redfin', 'realtor', 'apartments', 'trulia'])
    expect(exposure_stats.daily_data.zillow).toEqual({
      dates: week,
      views: [0, 0, 0, 0, 0, 0, 12],
      likes: [0, 0, 0, 0, 0, 0, 3],
      saves: [0, 0, 0, 0, 0, 0, 1],
      recorded: {
        views: [false, false, false, false, false, false, true],
        likes: [false, false, false, false, false, false, true],
        saves: [false, false, false, false, false, false, true],
      },
    })
    expect(exposure_stats.daily_data.realtor.views).toEqual([12, 0, 0, 0, 0, 0, 0])
  })

  test('the dashboard also has the previous week, day by day', async () => {
    const agent = await anAgent(server())
    const { id } = await aListing(agent)
    await agent.post(`/api/listings/${id}/exposure/`, [
      { ...seen, date: '2026-11-14', views: 7 },
      { ...seen, date: '2026-11-08', views: 5 },
      { ...seen, date: '2026-11-07', views: 99 },
    ])
    const { statistics, previous } = await dashboardOf(agent, id)
    expect(statistics.exposure_stats.platforms).toEqual([])
    expect(previous.statistics.exposure_stats.daily_data.zillow).toMatchObject({
      views: [5, 0, 0, 0, 0, 0, 7],
      recorded: { views: [true, false, false, false, false, false, true] },
    })
  })

  test('the dashboard lists price changes, latest first, and no other changes', async () => {
    const agent = await anAgent(server())
    const { id } = await aListing(agent, { listing_price: 600_000 })
    await agent.patch(`/api/listings/${id}/`, { listing_price: 590_000 })
    await agent.patch(`/api/listings/${id}/`, { description: 'New roof.' })
    await agent.patch(`/api/listings/${id}/`, { listing_price: 582_500.5 })
    const { price_changes, listing_price } = await dashboardOf(agent, id)
    expect(listing_price).toBe(582_500.5)
    expect(price_changes).toMatchObject([
      { from: 590_000, to: 582_500.5 },
      { from: 600_000, to: 590_000 },
    ])
    expect(Math.abs(Date.parse(price_changes[0].at) - Date.now())).toBeLessThan(60_000)
    expect((await agent.delete(`/api/listings/${id}/`)).status).toBe(204)
  })

  test('a figure sent again replaces the earlier one, with or without a key, and within one list', async () => {
    const agent = await anAgent(server())
    const { id } = await aListing(agent)
    const address = `/api/listings/${id}/exposure/`
    const first = await agent.post(address, seen)
    expect(first).toMatchObject({ status: 201, body: { listing: id, ...seen } })
    await agent.post(address, seen)
    await agent.post(address, [
      { ...seen, views: 20 },
      { ...seen, views: '1,030' },
    ])
    const key = { 'idempotency-key': `${randomUUID()}:1` }
    const yesterday = { ...seen, date: '2026-11-20' }
    await agent.post(address, yesterday, key)
    expect((await agent.post(address, yesterday, key)).headers['idempotent-replay']).toBe('true')
    expect((await dashboardOf(agent, id)).statistics.exposure_stats.daily_data.zillow.views).toEqual([
      0, 0, 0, 0, 0, 12, 1030,
    ])
  })

  test('a null figure is unknown, and a day with only nulls is removed', async () => {
    const agent = await anAgent(server())
    const { id } = await aListing(agent)
    const address = `/api/listings/${id}/exposure/`
    await agent.post(address, [seen, { ...seen, platform: 'redfin' }])
    const emptied = { ...seen, views: null }
    expect(await agent.post(address, emptied)).toMatchObject({ status: 201, body: { listing: id, ...emptied } })
    const { exposure_stats } = (await dashboardOf(agent, id)).statistics
    expect(exposure_stats.daily_data.zillow.views).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(exposure_stats.daily_data.zillow.recorded).toEqual({
      views: [false, false, false, false, false, false, false],
      likes: [false, false, false, false, false, false, true],
      saves: [false, false, false, false, false, false, true],
    })
    // The other counts are not stated, so the reading that had the views remains.
    await agent.post(address, { platform: 'redfin', date: seen.date, views: null })
    const { redfin } = (await dashboardOf(agent, id)).statistics.exposure_stats.daily_data
    expect([redfin.recorded.views.at(-1), redfin.recorded.likes.at(-1)]).toEqual([false, true])
    await agent.post(address, { ...seen, views: null, likes: null, saves: null })
    expect((await dashboardOf(agent, id)).statistics.exposure_stats.platforms).toEqual(['redfin'])
  })

  test.each([
    ['views below zero', { ...seen, views: -1 }, 'views'],
    ['half a like', { ...seen, likes: 0.5 }, 'likes'],
    ['saves in words', { ...seen, saves: 'many' }, 'saves'],
    ['no platform', { ...seen, platform: ' ' }, 'platform'],
    ['a platform that is none', { ...seen, platform: '__proto__' }, 'platform'],
    ['a day that is none', { ...seen, date: '2026-11-31' }, 'date'],
    ['a wrong figure in a list', [seen, { ...seen, views: -1 }], '1.views'],
    ['an empty list', [], 'non_field_errors'],
    ['no figure at all', 'none', 'non_field_errors'],
  ])('exposure with %s is refused whole, with the field named', async (_, body, field) => {
    const agent = await anAgent(server())
    const { id } = await aListing(agent)
    const answer = await agent.post(`/api/listings/${id}/exposure/`, body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toContain(field)
    expect((await dashboardOf(agent, id)).statistics.exposure_stats.platforms).toEqual([])
  })

  test('statistics of another agent’s listing are 404, and nothing is added to them', async () => {
    const owner = await anAgent(server())
    const stranger = await anAgent(server())
    const { id } = await aListing(owner)
    expect((await stranger.get(`/api/listings/${id}/dashboard/`)).status).toBe(404)
    expect((await stranger.post(`/api/listings/${id}/exposure/`, seen)).status).toBe(404)
    expect((await stranger.get('/api/listings/999999/dashboard/')).status).toBe(404)
    expect((await aVisitor(server()).get(`/api/listings/${id}/dashboard/`)).status).toBe(401)
    expect((await dashboardOf(owner, id)).statistics.exposure_stats.platforms).toEqual([])
  })

  test('deleting a listing deletes its figures', async () => {
    const agent = await anAgent(server())
    const { id } = await aListing(agent)
    await agent.post(`/api/listings/${id}/exposure/`, seen)
    expect((await agent.delete(`/api/listings/${id}/`)).status).toBe(204)
    expect((await agent.get(`/api/listings/${id}/dashboard/`)).status).toBe(404)
  })
})

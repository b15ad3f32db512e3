import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aListing } from '#tests/support/listings.ts'
import { anAgent, aVisitor, type Agent } from '#tests/support/server.ts'
import { aTour, makeTour } from '#tests/support/tours.ts'

const address = '/api/users/calendar-feed/'
const today = dateOfInstant(Date.now())

async function aFeed(agent: Agent): Promise<string> {
  const answer = await agent.post(address)
  expect(answer.status).toBe(201)
  return answer.body.address
}

function parseWithIcal(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const alarm = component.getFirstSubcomponent('valarm')
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      location: event.location,
      description: event.description,
      start: event.startDate.toString(),
      end: event.endDate.toString(),
      zone: event.startDate.zone?.tzid,
      startsAt: event.startDate.toJSDate().toISOString(),
      alarm: String(alarm?.getFirstPropertyValue('trigger')),
      stamp: String(component.getFirstPropertyValue('dtstamp')),
    }
  })
  return { name: String(calendar.getFirstPropertyValue('x-wr-calname')), events }
}

onAnyDatabase((server) => {
  test('another calendar program reads showings, open houses and appointments from the feed', async () => {
    const agent = await anAgent(server())
    await agent.patch('/api/users/profile/', { first_name: 'Ada', last_name: 'Bell' })
    const listing = await aListing(agent)
    const times = { start_time: '14:00', end_time: '14:45' }
    const showing = await agent.post(
      `/api/listings/${listing.id}/showings/`,
      { showing_date: today, ...times, client_email: 'jo@example.com' },
      { 'idempotency-key': 'made-offline:1' },
    )
    const openHouse = await agent.post(`/api/listings/${listing.id}/open-houses/`, {
      date: addDays(today, 1),
      ...times,
    })
    const appointment = await agent.post('/api/scheduling/appointments/', {
      title: 'Notary; keys, papers',
      date: addDays(today, 2),
      ...times,
      notes: 'First line\nsecond line – "Straße" 👋 '.repeat(5),
      location: '1 Main St, Salem',
    })
    const feed = await aVisitor(server()).get(await aFeed(agent))
    expect(feed.status).toBe(200)
    expect(feed.headers['content-type']).toBe('text/calendar; charset=utf-8')
    const { address: street, city, state, zip_code } = listing.property
    const { name, events } = parseWithIcal(feed.text)
    expect(name).toBe('Fanlight · Ada Bell')
    expect(events).toEqual([
      {
        uid: 'made-offline@fanlight',
        sequence: 2 ** 30 + Math.floor(showing.body.version / 2 ** 23),
        summary: `Showing: ${street}`,
        location: `${street}, ${city}, ${state} ${zip_code}`,
        description: 'With jo@example.com',
        start: `${today}T14:00:00`,
        end: `${today}T14:45:00`,
        zone: 'America/Los_Angeles',
        startsAt: expect.stringMatching(/T2[12]:00/),
        alarm: '-PT30M',
        stamp: `${showing.body.updated_at.slice(0, 19)}Z`,
      },
      expect.objectContaining({
        uid: `open-house-${openHouse.body.id}@fanlight`,
        summary: `Open house: ${street}`,
        start: `${addDays(today, 1)}T14:00:00`,
        alarm: '-PT60M',
      }),
      expect.objectContaining({
        uid: `appointment-${appointment.body.id}@fanlight`,
        summary: 'Notary; keys, papers',
        description: appointment.body.notes,
        location: '1 Main St, Salem',
        alarm: '-PT15M',
      }),
    ])
    expect(feed.text).not.toMatch(/[^\r]\n/)
    expect(Math.max(...feed.text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  })

  test.each([
    ['2027-03-14', '2027-03-14T08:30:00.000Z', 'forward'],
    ['2027-11-07', '2027-11-07T07:30:00.000Z', 'back'],
  ])('on %s, when the clocks change, a visit is at %s by the clock at its property (%s)', async (date, startsAt) => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    const times = { start_time: '00:30', end_time: '03:30' }
    await agent.post(`/api/listings/${listing.id}/open-houses/`, { date, ...times })
    await agent.post('/api/scheduling/appointments/', { date, ...times })
    const feed = await agent.get(await aFeed(agent))
    expect(parseWithIcal(feed.text).events).toMatchObject([
      { start: `${date}T00:30:00`, end: `${date}T03:30:00`, zone: 'America/Los_Angeles', startsAt },
      // An appointment has no known place, so it has floating time: local wherever it is viewed.
      { start: `${date}T00:30:00`, end: `${date}T03:30:00`, zone: 'floating' },
    ])
  })

  test('a changed event keeps its UID and ranks above its older copy; a deleted one disappears', async () => {
    const agent = await anAgent(server())
    const feed = await aFeed(agent)
    const { body } = await agent.post('/api/scheduling/appointments/', {
      date: today,
      start_time: '09:00',
      end_time: '10:00',
    })
    const events = async () => parseWithIcal((await agent.get(feed)).text).events
    // Stamps have whole seconds.
    const aMinuteAgo = new Date(Date.now() - 60_000)
    const { db } = server().services.database
    await db.updateTable('appointments').set({ updated_at: aMinuteAgo }).where('id', '=', body.id).execute()
    const [before] = await events()
    await agent.patch(`/api/scheduling/appointments/${body.id}/`, { start_time: '09:30' })
    const [after] = await events()
    expect(after).toMatchObject({ uid: before?.uid, start: `${today}T09:30:00` })
    expect(before?.stamp).toBe(`${aMinuteAgo.toISOString().slice(0, 19)}Z`)
    // Calendar programs compare sequences first, and stamps where these are the same (RFC 5546, 2.1.5).
    const rankOf = (event = after) => `${String(event?.sequence).padStart(10, '0')} ${event?.stamp}`
    expect(rankOf(after) > rankOf(before)).toBe(true)
    await agent.delete(`/api/scheduling/appointments/${body.id}/`)
    expect(await events()).toEqual([])
  })

  test('the feed reaches ninety days back and shows only the agent’s own events', async () => {
    const agent = await anAgent(server())
    const other = await anAgent(server())
    const times = { start_time: '09:00', end_time: '10:00' }
    for (const days of [-92, -89, 400]) {
      await agent.post('/api/scheduling/appointments/', { title: `Day ${days}`, date: addDays(today, days), ...times })
    }
    await other.post('/api/scheduling/appointments/', { title: 'Not mine', date: today, ...times })
    const listing = await aListing(other)
    const visit = { showing_date: today, date: today, client_email: 'jo@example.com', ...times }
    for (const visits of ['showings', 'open-houses'])
      expect((await other.post(`/api/listings/${listing.id}/${visits}/`, visit)).status).toBe(201)
    const tour = { client_email: 'jo@example.com', tour_date: today, selected_listings: [listing.id] }
    expect((await other.post('/api/tours/tours/auto-create/', tour)).status).toBe(201)
    const feed = await agent.get(await aFeed(agent))
    expect(parseWithIcal(feed.text).events.map(({ summary }) => summary)).toEqual(['Day -89', 'Day 400'])
  })

  test('a tour is one event that names its stops; a canceled tour has no event', async () => {
    const agent = await anAgent(server())
    const listings = [await aListing(agent), await aListing(agent, {}, 2)]
    const tour = {
      client_email: 'jo@example.com',
      tour_date: today,
      selected_listings: listings.map(({ id }) => id),
    }
    const made = await agent.post('/api/tours/tours/auto-create/', tour)
    expect(made.status).toBe(201)
    const feed = await aFeed(agent)
    const [event, ...others] = parseWithIcal((await agent.get(feed)).text).events
    expect(others).toEqual([])
    const [first, last] = [made.body.stops[0], made.body.stops.at(-1)]
    expect(event).toMatchObject({
      uid: `tour-${made.body.id}@fanlight`,
      summary: `Tour #${made.body.id}`,
      start: `${today}T${first.estimated_arrival}`,
      end: `${today}T${last.estimated_departure}`,
      zone: 'America/Los_Angeles',
      alarm: '-PT60M',
    })
    for (const { property } of listings) expect(event?.description).toContain(property.address)
    await agent.patch(`/api/tours/tours/${made.body.id}/`, { status: 'cancelled' })
    expect(parseWithIcal((await agent.get(feed)).text).events).toEqual([])
  })

  test('a tour’s event has a time zone only from homes that its agent may see', async () => {
    const [other, agent] = [await anAgent(server()), await anAgent(server())]
    const { id } = await aListing(other)
    await makeTour(agent, aTour([{ id }], { tour_date: today }))
    const feed = await aFeed(agent)
    const zones = async () => parseWithIcal((await agent.get(feed)).text).events.map(({ zone }) => zone)
    expect(await zones()).toEqual(['America/Los_Angeles'])
    await other.patch(`/api/listings/${id}/`, { status: 'Sold' })
    expect(await zones()).toEqual(['floating'])
  })

  test('a stop that its agent can no longer see does not get the address of another stop', async () => {
    const [other, agent] = [await anAgent(server()), await anAgent(server())]
    const { id } = await aListing(other)
    const tour = await makeTour(agent, aTour([{ id }, await aListing(agent, {}, 2)], { tour_date: today }))
    const feed = await aFeed(agent)
    await other.patch(`/api/listings/${id}/`, { status: 'Sold' })
    const { listing_address, listing_city } = tour.stops[0]
    expect(parseWithIcal((await agent.get(feed)).text).events).toMatchObject([
      { location: `${listing_address}, ${listing_city}`, zone: 'America/Los_Angeles' },
    ])
  })

  test('a canceled showing has no event', async () => {
    const agent = await anAgent(server())
    const { id } = await aListing(agent)
    const showing = { showing_date: today, start_time: '10:00', end_time: '10:30', client_email: 'jo@example.com' }
    const made = await agent.post(`/api/listings/${id}/showings/`, showing)
    const feed = await aFeed(agent)
    expect(parseWithIcal((await agent.get(feed)).text).events).toHaveLength(1)
    await agent.patch(`/api/listings/${id}/showings/${made.body.id}/`, { status: 'Cancelled' })
    expect(parseWithIcal((await agent.get(feed)).text).events).toEqual([])
  })

  test('a feed address is created, read, replaced and closed, and only the newest works', async () => {
    const agent = await anAgent(server())
    const visitor = aVisitor(server())
    expect((await agent.get(address)).body).toEqual({ address: null, created_at: null })
    const first = await aFeed(agent)
    expect(first).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
    expect((await agent.get(address)).body).toEqual({ address: first, created_at: expect.any(String) })
    expect((await visitor.get(first)).status).toBe(200)

    const second = await aFeed(agent)
    expect(second).not.toBe(first)
    expect((await visitor.get(first)).status).toBe(404)
    expect((await visitor.get(second)).status).toBe(200)

    expect((await agent.delete(address)).status).toBe(204)
    expect((await agent.delete(address)).status).toBe(204)
    expect((await visitor.get(second)).status).toBe(404)
    expect((await agent.get(address)).body.address).toBeNull()
  })

  test('a retried request for a new feed address under the same key creates one address', async () => {
    const agent = await anAgent(server())
    const key = { 'idempotency-key': 'renew:1' }
    const first = await agent.post(address, undefined, key)
    const again = await agent.post(address, undefined, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotent-replay']).toBe('true')
  })

  test('a guessed feed is 404, and the feed address needs a session', async () => {
    const visitor = aVisitor(server())
    for (const name of ['x.ics', `${'a'.repeat(43)}.ics`, 'a'.repeat(43), '%00.ics', '..%2f.ics']) {
      expect((await visitor.get(`/calendar/${name}`)).status).toBe(404)
    }
    expect((await visitor.get(address)).status).toBe(401)
    expect((await visitor.post(address)).status).toBe(401)
    expect((await visitor.delete(address)).status).toBe(401)
  })

  test('an API token can neither read nor replace the feed address', async () => {
    const agent = await anAgent(server())
    const feed = await aFeed(agent)
    const { token } = (await agent.post('/api/users/tokens/', { name: 'Export' })).body
    const headers = { authorization: `Bearer ${token}` }
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      expect(await aVisitor(server()).ask(method, address, { headers })).toMatchObject({
        status: 403,
        body: { code: 'session_needed' },
      })
    }
    expect((await aVisitor(server()).get(feed)).status).toBe(200)
  })

  test('a program that already has the current feed gets 304', async () => {
    const agent = await anAgent(server())
    const feed = await aFeed(agent)
    await agent.post('/api/scheduling/appointments/', { date: today, start_time: '09:00', end_time: '10:00' })
    const etag = String((await agent.get(feed)).headers['etag'])
    expect(await agent.get(feed, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' })
    await agent.post('/api/scheduling/appointments/', { date: today, start_time: '11:00', end_time: '12:00' })
    expect((await agent.get(feed, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })
})

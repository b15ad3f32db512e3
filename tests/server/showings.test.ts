import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { wholeFeed } from '#tests/support/change-feed.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aListing } from '#tests/support/listings.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'

const afternoon = {
  showing_date: '2026-11-21',
  start_time: '14:00:00',
  end_time: '14:30:00',
  client_email: 'jo@example.com',
}

async function aShowing(agent: Agent, listingId: number, wishes = {}) {
  const answer = await agent.post(`/api/listings/${listingId}/showings/`, { ...afternoon, ...wishes })
  expect(answer.status).toBe(201)
  return answer.body
}

onAnyDatabase((server) => {
  async function atAListing() {
    const agent = await anAgent(server())
    return { agent, listing: await aListing(agent) }
  }

  test('creating a showing returns the whole record, with Location and ETag', async () => {
    const agent = await anAgent(server())
    await agent.patch('/api/users/profile/', { first_name: 'Ada', last_name: 'Bell', phone_number: '555-0100' })
    const listing = await aListing(agent)
    const key = randomUUID()
    const answer = await agent.post(
      `/api/listings/${listing.id}/showings/`,
      { ...afternoon, start_time: '14:00', client_email: ' jo@example.com ' },
      { 'idempotency-key': `${key}:1` },
    )
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      ...afternoon,
      client: null,
      status: 'Scheduled',
      feedback: '',
      feedback_for_seller: '',
      interest: null,
      price_opinion: null,
      id: expect.any(Number),
      listing: listing.id,
      listing_address: listing.property.address,
      realtor: { name: 'Ada Bell', email: agent.email, phone: '555-0100' },
      version: expect.any(Number),
      client_key: key,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: answer.body.created_at,
    })
    const address = `/api/listings/${listing.id}/showings/${answer.body.id}/`
    expect(answer.headers).toMatchObject({ etag: `"${answer.body.version}"`, location: address })
    const read = await agent.get(address)
    expect(read.body).toEqual(answer.body)
    expect(read.headers['etag']).toBe(answer.headers['etag'])
  })

  test('a listing’s showings are listed from the earliest, and only its own', async () => {
    const { agent, listing } = await atAListing()
    const other = await aListing(agent, {}, 2)
    const late = await aShowing(agent, listing.id, { showing_date: '2026-12-01' })
    const second = await aShowing(agent, listing.id, { start_time: '09:30', end_time: '10:00' })
    const first = await aShowing(agent, listing.id, { showing_date: '2026-11-20' })
    await aShowing(agent, other.id)
    const { body } = await agent.get(`/api/listings/${listing.id}/showings/`)
    expect(body).toMatchObject({ count: 3, next: null, previous: null, results: [first, second, late] })
    const page = await agent.get(`/api/listings/${listing.id}/showings/?page=2&page_size=2`)
    expect(page.body).toMatchObject({ count: 3, results: [late] })
  })

  test('PATCH changes the named fields, PUT the whole showing, each with a new version', async () => {
    const { agent, listing } = await atAListing()
    const showing = await aShowing(agent, listing.id)
    const address = `/api/listings/${listing.id}/showings/${showing.id}/`
    const patched = await agent.patch(address, { end_time: '15:00' })
    expect(patched).toMatchObject({ status: 200, body: { ...afternoon, end_time: '15:00:00' } })
    expect(patched.body.version).toBeGreaterThan(showing.version)
    const whole = { ...afternoon, showing_date: '2026-11-22', client_email: 'max@example.com' }
    const put = await agent.put(address, whole)
    expect(put).toMatchObject({ status: 200, body: whole })
    expect((await agent.get(address)).body).toEqual(put.body)
  })

  test.each([
    ['a day that is none', { showing_date: '2026-02-30' }, { showing_date: ['Enter a date.'] }],
    ['no day', { showing_date: '' }, { showing_date: ['Enter a date.'] }],
    ['a time that is none', { start_time: '24:00' }, { start_time: ['Enter a time.'] }],
    ['its end before its start', { end_time: '13:59' }, { end_time: ['End Time must be after Start Time.'] }],
    ['its end at its start', { end_time: '14:00' }, { end_time: ['End Time must be after Start Time.'] }],
    ['an e-mail that is none', { client_email: 'jo' }, { client_email: ['Enter a valid email address.'] }],
    ['no e-mail', { client_email: ' ' }, { client_email: expect.arrayContaining(['Client Email is required.']) }],
  ])('a showing with %s is refused with the field named', async (_, fault, messages) => {
    const { agent, listing } = await atAListing()
    const answer = await agent.post(`/api/listings/${listing.id}/showings/`, { ...afternoon, ...fault })
    expect(answer).toMatchObject({ status: 400, body: { ...messages, code: 'invalid' } })
    expect((await agent.get(`/api/listings/${listing.id}/showings/`)).body.count).toBe(0)
    const { id } = await aShowing(agent, listing.id)
    expect(await agent.patch(`/api/listings/${listing.id}/showings/${id}/`, fault)).toMatchObject({
      status: 400,
      body: messages,
    })
  })

  test('all fields are required, and every wrong field is reported at once', async () => {
    const { agent, listing } = await atAListing()
    const answer = await agent.post(`/api/listings/${listing.id}/showings/`, {})
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(['client_email', 'code', 'end_time', 'showing_date', 'start_time'])
  })

  test('a change that would put the end before the start is refused', async () => {
    const { agent, listing } = await atAListing()
    const { id } = await aShowing(agent, listing.id)
    const answer = await agent.patch(`/api/listings/${listing.id}/showings/${id}/`, { start_time: '15:00' })
    expect(answer).toMatchObject({ status: 400, body: { end_time: ['End Time must be after Start Time.'] } })
  })

  test.each([
    ['2026-03-08', '02:30:00', '03:30:00'],
    ['2026-11-01', '01:30:00', '01:45:00'],
  ])('on %s, when the clocks change, a showing keeps its local times', async (showing_date, start, end) => {
    const { agent, listing } = await atAListing()
    const times = { showing_date, start_time: start, end_time: end }
    const { id } = await aShowing(agent, listing.id, times)
    expect((await agent.get(`/api/listings/${listing.id}/showings/${id}/`)).body).toMatchObject(times)
    expect((await wholeFeed(agent)).find(({ entity }) => entity === 'showing')?.record).toMatchObject(times)
  })

  test('a showing is not found under another listing of the same agent', async () => {
    const { agent, listing } = await atAListing()
    const other = await aListing(agent, {}, 2)
    const { id } = await aShowing(agent, listing.id)
    expect((await agent.get(`/api/listings/${other.id}/showings/${id}/`)).status).toBe(404)
    expect((await agent.patch(`/api/listings/${other.id}/showings/${id}/`, {})).status).toBe(404)
  })

  test('overlapping showings are accepted, because the agent was warned', async () => {
    const { agent, listing } = await atAListing()
    await aShowing(agent, listing.id)
    await aShowing(agent, listing.id)
    expect((await agent.get(`/api/listings/${listing.id}/showings/`)).body.count).toBe(2)
  })

  test('correcting an address changes the showings at that property', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent, {}, 3)
    const showing = await aShowing(agent, listing.id)
    const { db } = server().services.database
    await db
      .updateTable('properties')
      .set((property) => ({ address: '1 Corrected Court', version: property('version', '+', 1) }))
      .where('id', '=', listing.property.id)
      .execute()
    const { body } = await agent.get(`/api/listings/${listing.id}/showings/${showing.id}/`)
    expect(body.listing_address).toBe('1 Corrected Court')
    expect(body.version).toBeGreaterThan(showing.version)
  })
})

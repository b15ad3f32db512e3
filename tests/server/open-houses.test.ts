import { expect, test } from 'vitest'
import { knownHistory } from '#core/contract/sync-protocol.ts'
import { wholeFeed } from '#tests/support/change-feed.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aListing } from '#tests/support/listings.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'

const sunday = { date: '2026-11-22', start_time: '11:00:00', end_time: '13:00:00' }

async function anOpenHouse(agent: Agent, listingId: number, wishes = {}) {
  const answer = await agent.post(`/api/listings/${listingId}/open-houses/`, { ...sunday, ...wishes })
  expect(answer.status).toBe(201)
  return answer.body
}

async function aVisit(agent: Agent, openHouse: { id: number; listing: number }, wishes = {}) {
  const answer = await agent.post(`/api/listings/${openHouse.listing}/open-house-visits/`, {
    open_house: openHouse.id,
    client_email: 'jo@example.com',
    ...wishes,
  })
  expect(answer.status).toBe(201)
  return answer.body
}

const aCall = { kind: 'Call', date: '2026-11-20', time: '10:00:00', text: 'Wants to sell' }

async function aClient(agent: Agent) {
  return (await agent.post('/api/crm/clients/', { first_name: 'Jo', last_name: 'Lee', email: 'jo@example.com' })).body
}

const contact = {
  kind: 'contact',
  wording_version: '2026-11',
  wording: 'You may call me.',
  given_at: '2026-11-22T19:05:00.000Z',
}

onAnyDatabase((server) => {
  async function atAnOpenHouse() {
    const agent = await anAgent(server())
    return { agent, openHouse: await anOpenHouse(agent, (await aListing(agent)).id) }
  }

  test('creating an open house returns the whole record, with its local times as sent', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    const answer = await agent.post(`/api/listings/${listing.id}/open-houses/`, {
      date: '2026-03-08',
      start_time: '02:30',
      end_time: '03:15',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      date: '2026-03-08',
      start_time: '02:30:00',
      end_time: '03:15:00',
      id: expect.any(Number),
      listing: listing.id,
      listing_address: listing.property.address,
      realtor: { name: agent.username, email: agent.email, phone: '' },
      version: expect.any(Number),
      client_key: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const read = await agent.get(`/api/listings/${listing.id}/open-houses/${answer.body.id}/`)
    expect(read.body).toEqual(answer.body)
    expect(answer.headers).toMatchObject({
      etag: `"${answer.body.version}"`,
      location: `/api/listings/${listing.id}/open-houses/${answer.body.id}/`,
    })
  })

  test('an open house is changed in part or as a whole, but never to end before it starts', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    const openHouse = await anOpenHouse(agent, listing.id)
    const address = `/api/listings/${listing.id}/open-houses/${openHouse.id}/`
    expect(await agent.patch(address, { date: '2026-11-29' })).toMatchObject({
      status: 200,
      body: { ...sunday, date: '2026-11-29' },
    })
    expect(await agent.put(address, sunday)).toMatchObject({ status: 200, body: sunday })
    expect(await agent.patch(address, { start_time: '13:00' })).toMatchObject({
      status: 400,
      body: { end_time: ['End Time must be after Start Time.'] },
    })
    expect(await agent.put(address, { ...sunday, date: 'Sunday' })).toMatchObject({
      status: 400,
      body: { date: ['Enter a date.'] },
    })
    expect(await agent.patch(address, sunday, { 'if-match': `"${openHouse.version}"` })).toMatchObject({
      status: 412,
      body: { code: 'version_is_stale' },
    })
  })

  test('a listing’s open houses are listed from the earliest', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    const late = await anOpenHouse(agent, listing.id, { date: '2026-12-06' })
    const early = await anOpenHouse(agent, listing.id)
    expect((await agent.get(`/api/listings/${listing.id}/open-houses/`)).body).toMatchObject({
      count: 2,
      results: [early, late],
    })
  })

  test('a visitor from the form has an e-mail; one from the kiosk also has a name and consents', async () => {
    const { agent, openHouse } = await atAnOpenHouse()
    expect(await aVisit(agent, openHouse)).toEqual({
      id: expect.any(Number),
      listing: openHouse.listing,
      open_house: openHouse.id,
      client_email: 'jo@example.com',
      client: null,
      name: '',
      phone_number: '',
      consents: [],
      signed_in_at: null,
      follow_up: '',
      version: expect.any(Number),
      client_key: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const fromKiosk = {
      client_email: 'max@example.com',
      name: 'Max Park',
      phone_number: '555-0102',
      consents: [contact],
      signed_in_at: '2026-11-22T19:05:01.000Z',
    }
    const visit = await aVisit(agent, openHouse, fromKiosk)
    expect(visit).toMatchObject(fromKiosk)
    const { body } = await agent.get(`/api/listings/${openHouse.listing}/open-house-visits/`)
    expect(body).toMatchObject({ count: 2, results: [{ client_email: 'jo@example.com' }, visit] })
    const read = await agent.get(`/api/listings/${openHouse.listing}/open-house-visits/${visit.id}/`)
    expect(read.body).toEqual(visit)
  })

  test('a person who signs in twice to one open house is one visitor, and no detail is lost', async () => {
    const { agent, openHouse } = await atAnOpenHouse()
    const another = await anOpenHouse(agent, openHouse.listing, { date: '2026-11-29' })
    const first = await aVisit(agent, openHouse, { name: 'Jo' })
    const address = `/api/listings/${openHouse.listing}/open-house-visits/`

    const same = await agent.post(address, { open_house: openHouse.id, client_email: 'JO@example.com' })
    expect(same).toMatchObject({ status: 200, body: first })
    const more = await agent.post(address, {
      open_house: openHouse.id,
      client_email: 'jo@example.com',
      name: 'Joanna',
      phone_number: '555-0103',
      consents: [contact],
    })
    expect(more).toMatchObject({
      status: 200,
      body: { id: first.id, name: 'Jo & Joanna', phone_number: '555-0103', consents: [contact] },
    })
    expect(more.body.version).toBeGreaterThan(first.version)
    expect((await aVisit(agent, another)).id).not.toBe(first.id)
    expect((await agent.get(address)).body.count).toBe(2)
  })

  test('a visit belongs to an open house of the same listing', async () => {
    const { agent, openHouse } = await atAnOpenHouse()
    const elsewhere = await anOpenHouse(agent, (await aListing(agent, {}, 2)).id)
    const visit = await aVisit(agent, openHouse)
    const address = `/api/listings/${openHouse.listing}/open-house-visits/`
    const refusal = { status: 400, body: { open_house: ['Choose an open house of this listing.'] } }
    const wrong = { open_house: elsewhere.id, client_email: 'jo@example.com' }
    expect(await agent.post(address, wrong)).toMatchObject(refusal)
    expect(await agent.patch(`${address}${visit.id}/`, { open_house: elsewhere.id })).toMatchObject(refusal)
    const stranger = await anAgent(server())
    const own = `/api/listings/${(await aListing(stranger, {}, 2)).id}/open-house-visits/`
    expect(await stranger.post(own, wrong)).toMatchObject(refusal)
    expect(await agent.post(address, { client_email: 'jo' })).toMatchObject({
      status: 400,
      body: { open_house: [expect.any(String)], client_email: ['Enter a valid email address.'] },
    })
  })

  test('a visitor is corrected and deleted; the e-mail of another visitor is refused', async () => {
    const { agent, openHouse } = await atAnOpenHouse()
    const jo = await aVisit(agent, openHouse)
    const max = await aVisit(agent, openHouse, { client_email: 'max@example.com', consents: [contact] })
    const address = `/api/listings/${openHouse.listing}/open-house-visits/${max.id}/`
    expect(await agent.patch(address, { name: 'Max Park' })).toMatchObject({
      status: 200,
      body: { name: 'Max Park', consents: [contact] },
    })
    expect(await agent.patch(address, { follow_up: '2026-12-01' })).toMatchObject({ body: { follow_up: '2026-12-01' } })
    expect(await agent.patch(address, { client_email: jo.client_email })).toMatchObject({
      status: 400,
      body: { client_email: ['Another visitor to this open house already has this email.'] },
    })
    // A client that knows only the specification must not clear a visitor's consents.
    const whole = { open_house: openHouse.id, client_email: 'maxim@example.com' }
    const kept = { ...whole, name: 'Max Park', consents: [contact] }
    expect(await agent.put(address, whole)).toMatchObject({ status: 200, body: kept })
    const cleared = { ...whole, name: '', consents: [] }
    expect(await agent.put(address, cleared)).toMatchObject({ status: 200, body: cleared })
    expect((await agent.delete(address)).status).toBe(204)
    expect((await agent.get(address)).status).toBe(404)
  })

  test.each([
    ['a consent without its words', { consents: [{ ...contact, wording: '' }] }, 'consents.0.wording'],
    ['a consent at no time', { consents: [{ ...contact, given_at: 'today' }] }, 'consents.0.given_at'],
    ['an endless name', { name: 'x'.repeat(201) }, 'name'],
    ['a sign-in at no time', { signed_in_at: 'now' }, 'signed_in_at'],
    ['a sign-in in no year', { signed_in_at: '0000-01-01T00:00:00Z' }, 'signed_in_at'],
    ['a sign-in after all years', { signed_in_at: '9999-12-31T23:59:59-12:00' }, 'signed_in_at'],
    ['a call put off to no day', { follow_up: 'soon' }, 'follow_up'],
  ])('a visitor with %s is refused with the field named', async (_, fault, field) => {
    const { agent, openHouse } = await atAnOpenHouse()
    const visit = { open_house: openHouse.id, client_email: 'jo@example.com', ...fault }
    const answer = await agent.post(`/api/listings/${openHouse.listing}/open-house-visits/`, visit)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toEqual([field, 'code'])
  })

  test('half a surrogate pair in a consent is stored as U+FFFD, as everywhere', async () => {
    const { agent, openHouse } = await atAnOpenHouse()
    const visit = await aVisit(agent, openHouse, {
      name: 'J\u0000o \ud800',
      consents: [{ ...contact, wording: 'C:\\ud800 \ud800 👋' }],
    })
    expect(visit).toMatchObject({ name: 'Jo \ufffd', consents: [{ wording: 'C:\\ud800 \ufffd 👋' }] })
  })

  test('deleting an open house deletes its visitors and says how many', async () => {
    const { agent, openHouse } = await atAnOpenHouse()
    const visits = [await aVisit(agent, openHouse), await aVisit(agent, openHouse, { client_email: 'b@example.com' })]
    const answer = await agent.delete(`/api/listings/${openHouse.listing}/open-houses/${openHouse.id}/`)
    expect(answer).toMatchObject({ status: 204, headers: { 'x-deleted-children': 'visits=2' } })
    const isGone = ({ deleted, entity }: { deleted: boolean; entity: string }) =>
      deleted && entity.startsWith('open_house')
    const gone = (await wholeFeed(agent)).filter(isGone).map(({ entity, id }) => `${entity} ${id}`)
    expect(gone.sort()).toEqual(
      [`open_house ${openHouse.id}`, ...visits.map(({ id }) => `open_house_visit ${id}`)].sort(),
    )
  })

  test.each(['a listing', 'an open house', 'a client'])(
    '%s with a child from another device is not deleted by a device that has not read it (G24)',
    async (what) => {
      const agent = await anAgent(server())
      const listing = await aListing(agent)
      const openHouse = await anOpenHouse(agent, listing.id)
      const client = await aClient(agent)
      const address = {
        'a listing': `/api/listings/${listing.id}/`,
        'an open house': `/api/listings/${listing.id}/open-houses/${openHouse.id}/`,
        'a client': `/api/crm/clients/${client.id}/`,
      }[what]!
      const add = () =>
        what === 'a client'
          ? agent.post('/api/crm/interactions/', { ...aCall, client: client.id })
          : agent.post(`/api/listings/${listing.id}/open-house-visits/`, {
              open_house: openHouse.id,
              client_email: 'jo@example.com',
            })
      const cursor = async () => (await agent.get('/api/sync/changes/?limit=500')).body.cursor as string
      const old = await cursor()
      const added = await add()
      expect(added.status).toBe(201)
      const refused = await agent.delete(address, { 'sync-cursor': old })
      expect(refused).toMatchObject({
        status: 412,
        body: { code: 'unread_below', record: { version: expect.any(Number) } },
      })
      expect((await agent.get(address)).status).toBe(200)

      // A device knows its own additions without reading them.
      const own = knownHistory(old, [added.body.version])
      expect((await agent.delete(address, { 'sync-cursor': own })).status).toBe(204)
    },
  )

  test('a delete succeeds if the device has read all children, or names no history', async () => {
    const agent = await anAgent(server())
    for (const knows of [true, false]) {
      const listing = await aListing(agent)
      await aVisit(agent, await anOpenHouse(agent, listing.id))
      const { cursor } = (await agent.get('/api/sync/changes/?limit=500')).body
      const answer = await agent.delete(`/api/listings/${listing.id}/`, knows ? { 'sync-cursor': cursor } : {})
      expect(answer.status).toBe(204)
    }
  })

  test('deleting a listing deletes and counts its showings, open houses and visitors, also in the feed', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    const openHouse = await anOpenHouse(agent, listing.id)
    const visit = await aVisit(agent, openHouse)
    const showing = await agent.post(`/api/listings/${listing.id}/showings/`, {
      showing_date: '2026-11-21',
      start_time: '09:00',
      end_time: '09:30',
      client_email: 'jo@example.com',
    })
    const feed = await wholeFeed(agent)
    expect(feed.find(({ entity }) => entity === 'open_house')).toMatchObject({ record: openHouse })
    expect(feed.find(({ entity }) => entity === 'open_house_visit')).toMatchObject({ record: visit })

    const answer = await agent.delete(`/api/listings/${listing.id}/`)
    expect(answer.headers['x-deleted-children']).toBe('images=0, showings=1, open_houses=1, visits=1')
    const gone = (await wholeFeed(agent)).filter(({ deleted }) => deleted).map(({ entity, id }) => `${entity} ${id}`)
    expect(gone).toEqual(
      expect.arrayContaining([
        `listing ${listing.id}`,
        `open_house ${openHouse.id}`,
        `open_house_visit ${visit.id}`,
        `showing ${showing.body.id}`,
      ]),
    )
  })
})

import { expect, test } from 'vitest'
import { wholeFeed } from '#tests/support/change-feed.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aForm, aListing } from '#tests/support/listings.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'
import { aTour, makeTour } from '#tests/support/tours.ts'

const properties = '/api/properties/properties/'
const pin = { latitude: 45.5122, longitude: -122.6587 }

let homes = 0

async function aTypedHome(agent: Agent, wishes: object = {}) {
  homes += 1
  const home = { address: `${homes} Typo Ct`, city: 'Portland', state: 'OR', zip_code: '97202' }
  return (await agent.post(properties, { ...home, ...wishes })).body
}

async function listed(agent: Agent, property: { id: number }) {
  const form = { property: property.id, listing_price: 250_000, description: 'A house.', status: 'For Sale' }
  return (await agent.post('/api/listings/', aForm(form))).body
}

onAnyDatabase((server) => {
  test('the feed marks the properties that the agent added', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const { id } = await aTypedHome(agent)
    await sharedChangesAreTold(server())
    const inFeed = async (of: Agent) =>
      (await wholeFeed(of)).find((change) => change.entity === 'property' && change.id === id)?.record
    expect(await inFeed(agent)).toMatchObject({ added_by_me: true })
    expect(await inFeed(other)).toMatchObject({ added_by_me: false })
  })

  test('an agent can correct a home they typed, and every answer that shows it changes', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const home = await aTypedHome(agent, { latitude: 45, longitude: -122 })
    const listing = await listed(agent, home)
    const tour = await makeTour(agent, aTour([listing]))
    expect((await other.patch(`${properties}${home.id}/`, { address: '9 Wrong Rd' })).status).toBe(403)
    const changes = { address: '1427 SE 34th Ave #4', zip_code: '97214', ...pin, location_source: 'agent' }
    expect((await agent.patch(`${properties}${home.id}/`, changes)).body).toMatchObject(changes)
    expect((await agent.get(`/api/listings/${listing.id}/`)).body.property).toMatchObject(changes)
    const changed = (await wholeFeed(agent)).findLast(({ entity, id }) => entity === 'tour' && id === tour.id)
    expect(changed?.record).toMatchObject({ stops: [{ listing_address: '1427 SE 34th Ave #4' }] })
    expect(Number(changed?.version)).toBeGreaterThan(tour.version)
  })

  test('refusing to remove a typed home names the agent’s own record that refers to it', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const home = await aTypedHome(agent)
    const at = `${properties}${home.id}/`
    const refusal = async () => {
      const { status, body } = await agent.delete(at)
      expect([status, body.code]).toEqual([409, 'in_use'])
      return body.detail
    }
    const { id } = await listed(agent, home)
    const card = await agent.post('/api/door-cards/', { property: home.id, gate_code: '12' })
    const others = await other.post('/api/door-cards/', { property: home.id, gate_code: '34' })
    expect(await refusal()).toBe(
      'You have a listing for this property, so it cannot be removed. Delete the listing first.',
    )
    await agent.delete(`/api/listings/${id}/`)
    expect(await refusal()).toBe(
      'You have a door card for this property, so it cannot be removed. Delete the door card first.',
    )
    await agent.delete(`/api/door-cards/${card.body.id}/`)
    expect(await refusal()).toBe('This property is in use, so it cannot be removed.')
    await other.delete(`/api/door-cards/${others.body.id}/`)
    expect((await agent.delete(at)).status).toBe(204)
  })

  test('a typed home can be removed only by its agent, while no listing is made from it', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const home = await aTypedHome(agent)
    const at = `${properties}${home.id}/`
    const listing = await listed(other, home)
    expect((await other.delete(at)).body).toMatchObject({ code: 'not_yours' })
    expect(await agent.delete(at)).toMatchObject({
      status: 409,
      body: { code: 'in_use', detail: 'This property is in use, so it cannot be removed.' },
    })
    await other.delete(`/api/listings/${listing.id}/`)
    expect((await agent.delete(at, { 'if-match': '"7"' })).status).toBe(412)
    expect((await agent.delete(at)).status).toBe(204)
    expect((await agent.get(at)).status).toBe(404)
    await sharedChangesAreTold(server())
    const entry = { entity: 'property', id: home.id, deleted: true }
    expect(await wholeFeed(other)).toContainEqual(expect.objectContaining(entry))
  })

  test('a property override shows only with its own listing', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const listing = await aListing(agent)
    const another = await aListing(other)
    const overrides = { address: '1 Own Words Way', city: 'Elmville', garage_spaces: null, bedrooms: 7, ...pin }
    const at = `/api/listings/${listing.id}/`
    const changed = await agent.patch(at, aForm({ property_overrides: JSON.stringify(overrides) }))
    expect(changed).toMatchObject({ status: 200, body: { property_overrides: overrides, property: overrides } })
    expect((await other.get(`/api/listings/${another.id}/`)).body.property).toEqual(another.property)
    expect((await agent.get(`${properties}${listing.property.id}/`)).body).toMatchObject(listing.property)

    const visit = { showing_date: '2026-11-23', start_time: '14:00', end_time: '14:30', client_email: 'jo@example.com' }
    const showing = await agent.post(`${at}showings/`, visit)
    expect(showing.body.listing_address).toBe('1 Own Words Way')
    const available = await other.get(`/api/listings/available/?ids=${listing.id}`)
    expect(available.body.results[0].property).toMatchObject({ address: '1 Own Words Way', bedrooms: 7, ...pin })
    const tour = await makeTour(other, aTour([listing]))
    expect(tour.stops[0]).toMatchObject({ listing_address: '1 Own Words Way', listing_city: 'Elmville', ...pin })
    expect((await agent.get('/api/listings/?search=own+words')).body.count).toBe(1)

    const undone = await agent.patch(at, { property_overrides: null })
    expect(undone.body).toMatchObject({ property_overrides: null, property: listing.property })
    await sharedChangesAreTold(server())
    const news = [...(await wholeFeed(agent)), ...(await wholeFeed(other))]
    const { address } = listing.property
    for (const [entity, record] of [
      ['showing', { listing_address: address }],
      ['available_listing', { property: { address } }],
      ['tour', { stops: [{ listing_address: address }] }],
    ] as const)
      expect(news).toContainEqual(expect.objectContaining({ entity, record: expect.objectContaining(shown(record)) }))
  })

  test.each([
    ['half a location', { latitude: 45 }],
    ['no street', { address: ' ' }],
    ['no object', 'a house'],
    ['text that is cut off', '{"bedrooms": 7'],
  ])('overrides with %s are refused with the field named', async (_, property_overrides) => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    const answer = await agent.patch(`/api/listings/${listing.id}/`, { property_overrides })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(Object.keys(answer.body)[0]).toMatch(/^property_overrides/)
  })

  test('a change of the price leaves the property overrides as they are', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent, { property_overrides: JSON.stringify({ bedrooms: 7, shed: 'red' }) })
    expect(listing).toMatchObject({ property_overrides: { bedrooms: 7 }, property: { bedrooms: 7 } })
    const whole = { listing_price: 1, description: 'Sold.', status: 'Sold' }
    const answer = await agent.put(`/api/listings/${listing.id}/`, whole)
    expect(answer.body).toMatchObject({ ...whole, property_overrides: { bedrooms: 7 } })
  })
})

function shown(record: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((one: object) => expect.objectContaining(one))
        : typeof value === 'object'
          ? expect.objectContaining(value as object)
          : value,
    ]),
  )
}

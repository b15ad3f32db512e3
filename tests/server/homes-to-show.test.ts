import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { newPropertySchema } from '#core/contract/property.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import { importCatalog } from '#server/properties/import-catalog.ts'
import { wholeFeed } from '#tests/support/change-feed.ts'
import { isNightly, onEveryDatabase } from '#tests/support/databases.ts'
import { aBroker, aHomeToShow, aPrivateHome } from '#tests/support/homes-to-show.ts'
import { aListing } from '#tests/support/listings.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'
import { aTour, makeTour } from '#tests/support/tours.ts'

const properties = '/api/properties/properties/'
const mine = { listed_by: null, listing_price: 400_000, description: 'A house.' }
const when = { start_time: '10:00', end_time: '10:30' }
const visit = { showing_date: '2026-11-23', ...when, client_email: 'jo@example.com' }

async function idsIn(agent: Agent, list: string): Promise<number[]> {
  return (await agent.get(list)).body.results.map(({ id }: { id: number }) => id)
}

onEveryDatabase((server, kind) => {
  test('a home to show that becomes a listing shares its home, and other agents get both', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const { id, property } = await aHomeToShow(agent)
    const made = await agent.patch(`/api/listings/${id}/`, mine)
    expect(made).toMatchObject({ status: 200, body: { ...mine, property: { id: property.id, is_private: false } } })
    expect((await agent.get(`/api/listings/${id}/`)).body).toEqual(made.body)
    expect(await idsIn(agent, '/api/listings/')).toContain(id)
    expect(await other.get(`${properties}${property.id}/`)).toMatchObject({ status: 200, body: { is_private: false } })
    await sharedChangesAreTold(server())
    const feed = await wholeFeed(other)
    expect(feed).toContainEqual(expect.objectContaining({ entity: 'property', id: property.id, deleted: false }))
    expect(feed.findLast((change) => change.entity === 'available_listing' && change.id === id)).toMatchObject({
      deleted: false,
      record: { listing_price: 400_000 },
    })
  })

  test('a home to show that becomes a listing uses the catalog’s home at this address', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const address = aPrivateHome()
    const { id, property } = await aHomeToShow(agent, {}, address)
    const second = await agent.post('/api/listings/', { property: property.id, listed_by: {} })
    await agent.post('/api/door-cards/', { property: property.id, gate_code: '12' })
    await agent.post(`/api/listings/${id}/showings/`, visit)
    const shared = await other.post(properties, {
      ...address,
      address: address.address.toUpperCase(),
      is_private: false,
    })
    expect(shared.status).toBe(201)
    await agent.post('/api/door-cards/', { property: shared.body.id, gate_code: '77' })
    const before = await agent.get('/api/sync/changes/?limit=500')

    const made = await agent.patch(`/api/listings/${id}/`, mine)
    expect(made.body.property).toMatchObject({ id: shared.body.id, is_private: false })
    expect((await agent.get(`/api/listings/${second.body.id}/`)).body.property.id).toBe(shared.body.id)
    expect((await agent.get('/api/door-cards/')).body.results).toMatchObject([
      { property: shared.body.id, gate_code: '77 or 12' },
    ])
    expect((await agent.get(`/api/listings/${id}/showings/`)).body.results[0].listing_address).toBe(shared.body.address)
    expect((await agent.get(`${properties}${property.id}/`)).status).toBe(404)
    const after = await agent.get(`/api/sync/changes/?limit=500&cursor=${before.body.cursor}`)
    const told = after.body.changes.map((change: { entity: string; deleted: boolean }) => [
      change.entity,
      change.deleted,
    ])
    for (const one of [
      ['property', true],
      ['listing', false],
      ['showing', false],
      ['door_card', true],
    ])
      expect(told).toContainEqual(one)
    expect(
      (await wholeFeed(other)).filter((change) => change.id === property.id && change.entity === 'property'),
    ).toEqual([])
  })

  test('adding a private home again returns it, or the shared home if the catalog has the address', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const home = aPrivateHome()
    const first = await agent.post(properties, home)
    expect(first).toMatchObject({ status: 201, body: { is_private: true, added_by_me: true } })
    expect(await agent.post(properties, home)).toMatchObject({ status: 200, body: { id: first.body.id } })
    // Another agent's private home and the shared one are separate.
    expect(await other.post(properties, home)).toMatchObject({ status: 201, body: { is_private: true } })
    const imported = [v.parse(newPropertySchema, { ...home, is_private: false, bedrooms: 3 })]
    expect(await importCatalog(server().services.database.db, imported)).toMatchObject({ added: 1 })
    expect((await agent.get(`${properties}${first.body.id}/`)).body).toMatchObject({ is_private: true, bedrooms: null })
    const known = await agent.post(properties, home)
    expect(known).toMatchObject({ status: 200, body: { is_private: false, bedrooms: 3 } })
    expect(await importCatalog(server().services.database.db, imported)).toMatchObject({ unchanged: 1 })
  })

  test('a listing that another broker has taken over is deleted for other agents', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const listing = await aListing(agent)
    await sharedChangesAreTold(server())
    const before = await other.get('/api/sync/changes/?limit=500')
    const change = (feed: { body: { changes: { entity: string; id: number }[] } }) =>
      feed.body.changes.filter(({ entity, id }) => entity === 'available_listing' && id === listing.id)
    expect(change(before)).toMatchObject([{ deleted: false }])
    expect(await idsIn(other, `/api/listings/available/?ids=${listing.id}`)).toEqual([listing.id])

    expect(await agent.patch(`/api/listings/${listing.id}/`, { listed_by: aBroker })).toMatchObject({
      status: 200,
      body: { listed_by: aBroker },
    })
    expect(await idsIn(other, `/api/listings/available/?ids=${listing.id}`)).toEqual([])
    await sharedChangesAreTold(server())
    const after = await other.get(`/api/sync/changes/?limit=500&cursor=${before.body.cursor}`)
    expect(change(after)).toMatchObject([{ deleted: true }])

    // In one batch, which is one transaction, only the final state counts: the listing is available.
    const patch = (key: string, body: object) => ({
      method: 'PATCH',
      path: `listings/${listing.id}/`,
      key,
      if_match: null,
      body,
    })
    await agent.patch(`/api/listings/${listing.id}/`, { listed_by: null })
    const operations = [patch('own-1:1', { listed_by: aBroker }), patch('own-2:1', { listed_by: null })]
    expect((await agent.post('/api/sync/batch/', { operations })).body.answers).toMatchObject([
      { status: 200 },
      { status: 200 },
    ])
    await sharedChangesAreTold(server())
    const last = await other.get(`/api/sync/changes/?limit=500&cursor=${after.body.cursor}`)
    expect(change(last).at(-1)).toMatchObject({ deleted: false })
  })

  // The embedded database has one connection, so it has no concurrent transactions.
  test.skipIf(kind === 'embedded')(
    'becoming a listing uses the home that another agent adds at the same moment',
    async () => {
      const agent = await anAgent(server())
      const home = aPrivateHome()
      const { id } = await aHomeToShow(agent, {}, home)
      const { db } = server().services.database
      const isWaiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      const { shared, becoming } = await db.transaction().execute(async (trx) => {
        const { is_private: _, ...typed } = home
        const row = { ...typed, identity: propertyIdentity(home), created_by: null, client_key: null }
        const added = await trx.insertInto('properties').values(row).returning('id').executeTakeFirstOrThrow()
        const patched = agent.patch(`/api/listings/${id}/`, mine)
        await vi.waitFor(async () => expect((await isWaiting.execute(db)).rows).toHaveLength(1), { timeout: 20_000 })
        return { shared: added.id, becoming: [patched] }
      })
      expect(await becoming[0]).toMatchObject({ status: 200, body: { property: { id: shared, is_private: false } } })
    },
  )

  if (isNightly(kind)) return

  test('a home to show needs only an address and a ZIP code', async () => {
    const agent = await anAgent(server())
    const { city: _, state: __, ...home } = aPrivateHome()
    const property = await agent.post(properties, home)
    expect(property).toMatchObject({ status: 201, body: { ...home, city: '', state: '' } })
    const made = await agent.post('/api/listings/', { property: property.body.id, listed_by: { name: 'Imogen' } })
    const nobody = { name: '', phone: '', email: '', brokerage: '', mls_number: '', link: '' }
    expect(made).toMatchObject({
      status: 201,
      body: { listing_price: 0, description: '', status: 'For Sale', listed_by: { ...nobody, name: 'Imogen' } },
    })
    const form = new FormData()
    form.set('listed_by', JSON.stringify(aBroker))
    form.set('listing_price', '')
    expect(await agent.patch(`/api/listings/${made.body.id}/`, form)).toMatchObject({
      status: 200,
      body: { listing_price: 0, listed_by: aBroker },
    })
    const whole = { listing_price: 310_000, description: '', status: 'Pending' }
    expect(await agent.put(`/api/listings/${made.body.id}/`, whole)).toMatchObject({
      status: 200,
      body: { ...whole, listed_by: aBroker },
    })
    const shared = await agent.post(properties, { ...home, is_private: false })
    expect(shared).toMatchObject({ status: 400, body: { city: [expect.any(String)], state: [expect.any(String)] } })
    const wrong = await agent.post('/api/listings/', {
      property: property.body.id,
      listed_by: { link: 'javascript:alert(1)' },
    })
    expect(wrong).toMatchObject({ status: 400, body: { 'listed_by.link': [expect.any(String)] } })
  })

  test('an own listing needs a price and a description, on create, change and takeover from a broker', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    const path = `/api/listings/${listing.id}/`
    const blank = { listing_price: ['Listing Price is required.'], description: ['Description is required.'] }
    const missing = { property: listing.property.id, listing_price: '', description: '' }
    expect(await agent.post('/api/listings/', missing)).toMatchObject({ status: 400, body: blank })
    expect(await agent.patch(path, { listing_price: '' })).toMatchObject({
      status: 400,
      body: { listing_price: blank.listing_price },
    })
    expect(await agent.patch(path, { description: ' ' })).toMatchObject({
      status: 400,
      body: { description: blank.description },
    })
    expect(await agent.patch(path, { listing_price: 0 })).toMatchObject({
      status: 400,
      body: { listing_price: ['Listing Price must be at least $1.'] },
    })
    const required = ['This field is required.']
    expect(await agent.put(path, { status: 'Sold' })).toMatchObject({
      status: 400,
      body: { listing_price: required, description: required },
    })
    const { id } = await aHomeToShow(agent)
    const refused = await agent.patch(`/api/listings/${id}/`, { listed_by: null })
    expect(refused).toMatchObject({
      status: 400,
      body: { description: blank.description, listing_price: [expect.any(String)] },
    })
    const nowhere = await aHomeToShow(agent, {}, aPrivateHome({ city: '', state: '' }))
    const placeless = await agent.patch(`/api/listings/${nowhere.id}/`, mine)
    expect(placeless).toMatchObject({
      status: 400,
      body: { property: ['Enter the city and state of this home first.'] },
    })
    expect((await agent.get(`/api/listings/${nowhere.id}/`)).body.listed_by).toEqual(aBroker)
  })

  test('listing a private home shares it', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const property = await agent.post(properties, aPrivateHome())
    const made = await agent.post('/api/listings/', { ...mine, property: property.body.id })
    expect(made).toMatchObject({ status: 201, body: { property: { id: property.body.id, is_private: false } } })
    expect((await other.get(`${properties}${property.body.id}/`)).status).toBe(200)
  })

  test('a home to show can be corrected by its agent, and stays private', async () => {
    const agent = await anAgent(server())
    const { id, property } = await aHomeToShow(agent)
    const another = aPrivateHome()
    const corrected = { address: `${property.address} E`, city: '', state: '', bedrooms: 3, is_private: false }
    const answer = await agent.patch(`${properties}${property.id}/`, corrected)
    expect(answer).toMatchObject({ status: 200, body: { ...corrected, is_private: true } })
    expect((await agent.get(`/api/listings/${id}/`)).body.property.address).toBe(corrected.address)
    await agent.post(properties, another)
    const { address, city, state } = another
    const taken = await agent.patch(`${properties}${property.id}/`, { address, city, state })
    expect(taken).toMatchObject({ status: 400, body: { address: [expect.any(String)] } })
    await agent.delete(`/api/listings/${id}/`)
    const before = await agent.get('/api/sync/changes/?limit=500')
    expect((await agent.delete(`${properties}${property.id}/`)).status).toBe(204)
    const after = await agent.get(`/api/sync/changes/?limit=500&cursor=${before.body.cursor}`)
    expect(after.body.changes).toMatchObject([{ entity: 'property', id: property.id, deleted: true }])
  })

  test('a home to show is in the list of homes to show, but in no list or count of the agent’s listings', async () => {
    const agent = await anAgent(server())
    const own = await aListing(agent)
    const { id, property } = await aHomeToShow(agent, { listing_price: 300_000 })
    expect(await idsIn(agent, '/api/listings/')).toEqual([own.id])
    expect(await idsIn(agent, '/api/listings/?listed_by=me')).toEqual([own.id])
    expect(await idsIn(agent, '/api/listings/?listed_by=others')).toEqual([id])
    expect((await agent.get('/api/listings/')).body.count).toBe(1)
    expect((await agent.get('/api/listings/?listed_by=everybody')).status).toBe(400)
    expect(await idsIn(agent, `/api/listings/available/?ids=${own.id},${id}`)).toEqual([own.id])
    expect((await agent.get(`/api/listings/${id}/`)).body).toMatchObject({ id, listed_by: aBroker, property })
    expect((await agent.get('/api/users/dashboard/')).body).toMatchObject({ active_listings: 1, total_listings: 1 })
    const nowhere = await agent.get('/api/listings/99999999/dashboard/')
    for (const answer of [
      await agent.get(`/api/listings/${id}/dashboard/`),
      await agent.get(`/api/listings/${id}/exposure/`),
      await agent.post(`/api/listings/${id}/exposure/`, { platform: 'Zillow', date: '2026-11-20', views: 3 }),
    ])
      expect(answer).toMatchObject({ status: 404, body: nowhere.body })
    const feed = await wholeFeed(agent)
    expect(feed).toContainEqual(expect.objectContaining({ entity: 'listing', id, deleted: false }))
    expect(feed).toContainEqual(expect.objectContaining({ entity: 'property', id: property.id, deleted: false }))
    await agent.patch(`/api/listings/${id}/`, { listing_price: 290_000 })
    await agent.patch(`/api/listings/${id}/`, mine)
    expect((await agent.get(`/api/listings/${id}/dashboard/`)).body.price_changes).toEqual([])
  })

  test('a home to show has showings and tours like a listing, but no open houses', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const { id, property } = await aHomeToShow(agent, {}, aPrivateHome({ latitude: 44.94, longitude: -123.03 }))
    expect((await agent.post(`/api/listings/${id}/showings/`, visit)).status).toBe(201)
    const tour = await makeTour(agent, aTour([{ id }]), 'best')
    expect(tour.stops).toMatchObject([{ listing_id: id, listing_address: property.address, is_listed: true }])
    const preview = '/api/tours/tours/route-optimization-preview/'
    expect((await agent.post(preview, aTour([{ id }]))).body).toMatchObject({ error: null })
    const refused = await agent.post(`/api/listings/${id}/open-houses/`, { date: '2026-11-22', ...when })
    expect(refused).toMatchObject({ status: 400, body: { listing: [expect.stringContaining('Another broker')] } })
    for (const missing of [id, 99_999_999]) {
      const answer = await other.post('/api/tours/tours/auto-create/', aTour([{ id: missing }]))
      expect(answer).toMatchObject({
        status: 400,
        body: { selected_listings: [`Listing ${missing} is not available.`] },
      })
    }
  })
})

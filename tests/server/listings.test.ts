import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isNightly, onEveryDatabase } from '#tests/support/databases.ts'
import { aForm, aListing, aProperty } from '#tests/support/listings.ts'
import { aPhoto } from '#tests/support/photos.ts'
import { anAgent, aVisitor, type Agent } from '#tests/support/server.ts'

async function idsIn(agent: Agent, query: string): Promise<number[]> {
  const { body } = await agent.get(`/api/listings/?${query}`)
  return body.results.map((listing: { id: number }) => listing.id)
}

onEveryDatabase((server, kind) => {
  test('eight simultaneous creates under one key make one listing with one photo', async () => {
    const agent = await anAgent(server())
    const property = await aProperty(agent)
    const photo = await aPhoto()
    const key = { 'idempotency-key': `${randomUUID()}:1` }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        agent.post(
          '/api/listings/',
          aForm({ property: property.id, listing_price: '5', description: 'Once.', photo_main: photo }),
          key,
        ),
      ),
    )
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1)
    const listed = (await agent.get('/api/listings/')).body
    expect(listed.count).toBe(1)
    expect(listed.results[0].images).toHaveLength(1)
    const kept = await server().services.photos.namesStoredBefore(new Date(Date.now() + 60_000))
    const [image] = listed.results[0].images
    const names = kept.filter((name) => (answers[0]!.text.includes(name) ? name : false))
    expect(names).toEqual([image.image.split('/')[2]])
  })

  if (isNightly(kind)) return

  test('creating a listing returns it with property, photos, realtor, Location and ETag', async () => {
    const agent = await anAgent(server())
    await agent.patch('/api/users/profile/', { first_name: 'Ada', last_name: 'Bell', phone_number: '555-0100' })
    const property = await aProperty(agent)
    const form = aForm({ property: property.id, listing_price: '250000.50', description: 'Light on three sides.' })
    const answer = await agent.post('/api/listings/', form, { 'idempotency-key': `${randomUUID()}:1` })
    expect(answer.status).toBe(201)
    const { version: _, created_at: _at, client_key: _key, added_by_me: _mine, ...nested } = property
    expect(answer.body).toEqual({
      id: expect.any(Number),
      listing_price: 250_000.5,
      description: 'Light on three sides.',
      seller_note: '',
      status: 'For Sale',
      created_at: expect.stringMatching(/Z$/),
      updated_at: answer.body.created_at,
      property: nested,
      property_overrides: null,
      listed_by: null,
      images: [],
      realtor: { name: 'Ada Bell', email: agent.email, phone: '555-0100' },
      version: expect.any(Number),
      client_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(answer.headers).toMatchObject({
      etag: `"${answer.body.version}"`,
      location: `/api/listings/${answer.body.id}/`,
    })
    expect((await agent.get(`/api/listings/${answer.body.id}/`)).body).toEqual(answer.body)
  })

  test('a listing may be JSON, and its realtor has the username until there is a name', async () => {
    const agent = await anAgent(server())
    const property = await aProperty(agent)
    const answer = await agent.post('/api/listings/', {
      property: property.id,
      listing_price: 1,
      description: 'As JSON.',
      status: 'Pending',
    })
    expect(answer).toMatchObject({ status: 201, body: { listing_price: 1, status: 'Pending' } })
    expect(answer.body.realtor.name).toBe(agent.username)
  })

  test('PATCH changes the named fields and PUT all of them; the property stays', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    const other = await aProperty(agent, 2)
    const address = `/api/listings/${listing.id}/`
    const patched = await agent.patch(address, aForm({ listing_price: '199999' }))
    expect(patched).toMatchObject({ status: 200, body: { listing_price: 199_999, description: listing.description } })
    expect(patched.body.version).toBeGreaterThan(listing.version)
    const whole = { property: other.id, listing_price: '7', description: 'New words.', status: 'Sold' }
    const put = await agent.put(address, aForm(whole))
    expect(put).toMatchObject({ status: 200, body: { listing_price: 7, description: 'New words.', status: 'Sold' } })
    expect(put.body.property).toEqual(listing.property)
    expect((await agent.get(address)).body).toEqual(put.body)
    expect((await agent.put(address, aForm({ listing_price: '8' }))).status).toBe(400)
  })

  test('listings are listed newest first, or by price, either way', async () => {
    const agent = await anAgent(server())
    const cheap = await aListing(agent, { listing_price: 100_000 })
    const dear = await aListing(agent, { listing_price: 900_000 })
    const middle = await aListing(agent, { listing_price: 500_000 })
    expect(await idsIn(agent, '')).toEqual([middle.id, dear.id, cheap.id])
    expect(await idsIn(agent, 'ordering=created_at')).toEqual([cheap.id, dear.id, middle.id])
    expect(await idsIn(agent, 'ordering=listing_price')).toEqual([cheap.id, middle.id, dear.id])
    expect(await idsIn(agent, 'ordering=-listing_price')).toEqual([dear.id, middle.id, cheap.id])
    expect((await agent.get('/api/listings/?ordering=colour')).body).toHaveProperty('ordering')
  })

  test('pages link to each other, and each listing is on exactly one', async () => {
    const agent = await anAgent(server())
    const made: number[] = []
    for (let index = 0; index < 5; index += 1) made.push((await aListing(agent)).id)
    const listed: number[] = []
    let next: string | null = '/api/listings/?page_size=2&ordering=created_at'
    while (next !== null) {
      const { body } = await agent.get(next)
      expect(body.count).toBe(5)
      listed.push(...body.results.map((listing: { id: number }) => listing.id))
      next = body.next
    }
    expect(listed).toEqual(made)
    expect((await agent.get('/api/listings/?page=9')).body).toMatchObject({ count: 5, next: null, results: [] })
  })

  test('search finds address, city, state, ZIP and description in any case', async () => {
    const agent = await anAgent(server())
    const first = await aListing(agent, { description: 'A quiet GARDEN behind the house.' }, 1)
    const second = await aListing(agent, { description: 'Nothing to say.', status: 'Sold' }, 2)
    expect(await idsIn(agent, 'search=garden')).toEqual([first.id])
    for (const [listing, other] of [
      [first, second],
      [second, first],
    ]) {
      for (const field of ['address', 'city', 'zip_code']) {
        const text = String(listing.property[field]).toUpperCase()
        const found = await idsIn(agent, `search=${encodeURIComponent(text)}`)
        expect(found).toContain(listing.id)
        if (other.property[field] !== listing.property[field]) expect(found).not.toContain(other.id)
      }
    }
    expect(await idsIn(agent, `search=${first.property.state.toLowerCase()}`)).toContain(first.id)
    expect(await idsIn(agent, 'search=castle')).toEqual([])
    expect(await idsIn(agent, 'status=Sold')).toEqual([second.id])
  })

  test('another agent’s listing is 404 on every method, and stays as it was', async () => {
    const owner = await anAgent(server())
    const stranger = await anAgent(server())
    const listing = await aListing(owner)
    const address = `/api/listings/${listing.id}/`
    const answers = [
      await stranger.get(address),
      await stranger.patch(address, aForm({ listing_price: '1' })),
      await stranger.patch(address, aForm({ photo_main: await aPhoto() })),
      await stranger.patch(address, aForm({ photo_main: 'no photo at all' }), { 'if-match': '"1"' }),
      await stranger.put(address, aForm({ listing_price: '1', description: 'mine', status: 'Sold' })),
      await stranger.delete(address),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 400, 404, 404])
    expect(await idsIn(stranger, '')).toEqual([])
    expect((await owner.get(address)).body).toEqual(listing)
    const visitor = aVisitor(server())
    for (const answer of [await visitor.get(address), await visitor.get('/api/listings/available/')]) {
      expect(answer.status).toBe(401)
    }
  })

  test('the seller note is private to the agent, and stays when a PUT leaves it out', async () => {
    const agent = await anAgent(server())
    const { id, property } = await aListing(agent)
    const address = `/api/listings/${id}/`
    expect((await agent.get(address)).body.seller_note).toBe('')
    expect((await agent.patch(address, { seller_note: '  Two families come back. ' })).body).toMatchObject({
      seller_note: 'Two families come back.',
      listing_price: 250_000,
    })
    const whole = { property: property.id, listing_price: 240_000, description: 'A house.', status: 'For Sale' }
    expect((await agent.put(address, whole)).body.seller_note).toBe('Two families come back.')
    expect((await agent.patch(address, { seller_note: 'x'.repeat(2001) })).status).toBe(400)
    const available = await (await anAgent(server())).get(`/api/listings/available/?ids=${id}`)
    expect(JSON.stringify(available.body)).not.toContain('families')
  })

  test.each([
    ['without a price', { listing_price: undefined }, 'listing_price'],
    ['with a price of nothing', { listing_price: '0' }, 'listing_price'],
    ['with a price that is none', { listing_price: 'much' }, 'listing_price'],
    ['with a price beyond all measure', { listing_price: '10000000001' }, 'listing_price'],
    ['with a third of a cent', { listing_price: '1.005' }, 'listing_price'],
    ['without words', { description: '  ' }, 'description'],
    ['with endless words', { description: 'x'.repeat(10_001) }, 'description'],
    ['of no property', { property: undefined }, 'property'],
    ['of a property that is not there', { property: '999999' }, 'property'],
    ['of a property that is no number', { property: 'local-1' }, 'property'],
    ['in a status of its own', { status: 'Haunted' }, 'status'],
    ['with a text for a photo', { photo_main: '/photos/1/1920' }, 'photo_main'],
  ])('a listing %s is refused with the field named', async (_, fault, field) => {
    const agent = await anAgent(server())
    const property = await aProperty(agent)
    const whole = { property: String(property.id), listing_price: '5', description: 'Words.', status: 'Sold' }
    for (const body of [aForm({ ...whole, ...fault }), { ...whole, ...fault }]) {
      const answer = await agent.post('/api/listings/', body)
      expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.any(String)], code: 'invalid' } })
    }
    expect(await idsIn(agent, '')).toEqual([])
  })

  test('a body that is neither a form nor a JSON object is refused', async () => {
    const agent = await anAgent(server())
    const send = (contentType: string, raw: string) =>
      agent.ask('POST', '/api/listings/', { raw, headers: { 'content-type': contentType } })
    expect(await send('text/csv', 'a,b')).toMatchObject({ status: 415, body: { code: 'wrong_media_type' } })
    expect(await send('application/json', '[1]')).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(await send('application/json', '{')).toMatchObject({ status: 400, body: { code: 'invalid' } })
    for (const [contentType, raw] of [
      ['multipart/form-data', 'no boundary'],
      ['multipart/form-data; boundary=x', '--x\r\ncut off'],
      ['multipart/form-data; boundary=x', '--x\r\nno header\r\n\r\nx\r\n--x--\r\n'],
    ] as const) {
      expect(await send(contentType, raw)).toMatchObject({ status: 400, body: { code: 'invalid' } })
    }
  })

  test('a stale If-Match is 412 with the current listing, and changes nothing', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    const address = `/api/listings/${listing.id}/`
    const newer = (await agent.patch(address, aForm({ listing_price: '5' }), { 'if-match': `"${listing.version}"` }))
      .body
    const stale = { 'if-match': `"${listing.version}"` }
    for (const answer of [
      await agent.patch(address, aForm({ listing_price: '6' }), stale),
      await agent.put(address, aForm({ listing_price: '6', description: 'x', status: 'Sold' }), stale),
      await agent.delete(address, stale),
    ]) {
      expect(answer).toMatchObject({ status: 412, body: { code: 'version_is_stale', record: newer } })
    }
    expect((await agent.get(address)).body).toEqual(newer)
  })

  test('a create sent again under its key, as form or as JSON, makes one listing and gets the first answer', async () => {
    const agent = await anAgent(server())
    const property = await aProperty(agent)
    const key = { 'idempotency-key': `${randomUUID()}:1` }
    const form = () =>
      aForm({ property: property.id, listing_price: '250000', description: 'Once.', status: 'For Sale' })
    const first = await agent.post('/api/listings/', form(), key)
    const again = await agent.post('/api/listings/', form(), key)
    const asJson = await agent.post(
      '/api/listings/',
      { status: 'For Sale', description: 'Once.', listing_price: 250_000, property: property.id },
      key,
    )
    for (const answer of [again, asJson]) {
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual(first.body)
      expect(answer.headers['idempotent-replay']).toBe('true')
    }
    expect(await idsIn(agent, '')).toEqual([first.body.id])
    expect((await agent.post('/api/listings/', aForm({ listing_price: '1' }), key)).status).toBe(400)
    const other = aForm({ property: property.id, listing_price: '1', description: 'Once.' })
    expect(await agent.post('/api/listings/', other, key)).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  })

  test('available listings are every agent’s For Sale and Pending ones, with public fields only', async () => {
    const seller = await anAgent(server())
    const guide = await anAgent(server())
    const forSale = await aListing(seller, {}, 3)
    const pending = await aListing(seller, { status: 'Pending' })
    const sold = await aListing(seller, { status: 'Sold' })
    const { body, status } = await guide.get('/api/listings/available/?tour_date=2026-11-21&page_size=500')
    expect(status).toBe(200)
    const ids = body.results.map((listing: { id: number }) => listing.id)
    expect(ids).toEqual(expect.arrayContaining([forSale.id, pending.id]))
    expect(ids).not.toContain(sold.id)
    const { address, city, state, zip_code, bedrooms, bathrooms, latitude, longitude } = forSale.property
    expect(body.results.find((listing: { id: number }) => listing.id === forSale.id)).toEqual({
      id: forSale.id,
      status: 'For Sale',
      listing_price: forSale.listing_price,
      property: { address, city, state, zip_code, bedrooms, bathrooms, latitude, longitude },
      events: [],
    })
    expect(await guide.get('/api/listings/available/?tour_date=tomorrow')).toMatchObject({
      status: 400,
      body: { tour_date: ['Enter a date.'] },
    })
    expect((await guide.post('/api/listings/available/', {})).status).toBeGreaterThanOrEqual(404)
  })

  test('unknown figures are null, never 0', async () => {
    const agent = await anAgent(server())
    const property = await agent.post('/api/properties/properties/', {
      address: `${randomUUID()} Low St`,
      city: 'Portland',
      state: 'OR',
      zip_code: '97202',
      bedrooms: 0,
      bathrooms: '',
      year_built: null,
    })
    const listing = await agent.post('/api/listings/', {
      property: property.body.id,
      listing_price: 5,
      description: 'Who knows.',
    })
    expect(listing.body.property).toMatchObject({
      bedrooms: null,
      bathrooms: null,
      square_feet: null,
      lot_size: null,
      year_built: null,
      garage_spaces: null,
      images: [],
      price: null,
      latitude: null,
      longitude: null,
    })
  })
})

import { brotliDecompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPageCache } from '#server/http/pages/page-cache.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { aForm, aListing } from '#tests/support/listings.ts'
import { aPhoto } from '#tests/support/photos.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

const someone = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }

onEveryDatabase((server) => {
  const listOf = async (agent: Agent, path: string) => (await agent.get(path)).body.results
  const listings = (agent: Agent) => listOf(agent, '/api/listings/')
  const clients = (agent: Agent) => listOf(agent, '/api/crm/clients/')

  test('a cached list shows every later change of its agent', async () => {
    const agent = await anAgent(server())
    expect(await clients(agent)).toEqual([])
    const { body } = await agent.post('/api/crm/clients/', someone)
    expect(await clients(agent)).toEqual([body])
    const changed = await agent.patch(`/api/crm/clients/${body.id}/`, { notes: 'Later' })
    expect(await clients(agent)).toEqual([changed.body])
    await agent.delete(`/api/crm/clients/${body.id}/`)
    expect(await clients(agent)).toEqual([])
  })

  longTest('a listing in a list shows its new photo, its corrected property and its realtor’s new name', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent)
    expect((await listings(agent))[0].images).toEqual([])
    await agent.post(`/api/listings/${listing.id}/images/`, aForm({ image: await aPhoto() }))
    expect((await listings(agent))[0].images).toHaveLength(1)
    await server()
      .services.database.db.updateTable('properties')
      .set({ bedrooms: 7, version: sql`version + 1` })
      .where('id', '=', listing.property.id)
      .execute()
    expect((await listings(agent))[0].property.bedrooms).toBe(7)
    await agent.patch('/api/users/profile/', { first_name: 'Ada', last_name: 'Bell' })
    expect((await listings(agent))[0].realtor.name).toBe('Ada Bell')
  })

  test('two agents see only their own list at the same address', async () => {
    const [one, two] = [await anAgent(server()), await anAgent(server())]
    await one.post('/api/crm/clients/', someone)
    expect(await clients(one)).toHaveLength(1)
    expect(await clients(two)).toEqual([])
    expect((await server().app.inject({ url: '/api/crm/clients/' })).statusCode).toBe(401)
  })

  test('a client with the current list gets 304, until something changes', async () => {
    const agent = await anAgent(server())
    await agent.post('/api/crm/clients/', someone)
    const first = await agent.get('/api/crm/clients/')
    const known = { headers: { 'if-none-match': String(first.headers['etag']) } }
    const same = await agent.get('/api/crm/clients/', known)
    expect([same.status, same.text]).toEqual([304, ''])
    await agent.post('/api/crm/clients/', { ...someone, email: 'another@example.com' })
    const changed = await agent.get('/api/crm/clients/', known)
    expect([changed.status, changed.body.results.length]).toEqual([200, 2])
  })

  test('a list that others may change is read again, and answered 304 if it is unchanged', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const listing = await aListing(agent)
    await agent.post(`/api/listings/${listing.id}/exposure/`, { platform: 'Zillow', date: '2026-11-20', views: 3 })
    const preferences = {}
    const tour = {
      client_email: 'n@example.com',
      tour_date: '2026-11-23',
      selected_listings: [listing.id],
      preferences,
    }
    await agent.post('/api/tours/tours/auto-create/', tour)
    const lists = [
      '/api/properties/properties/',
      '/api/listings/available/',
      '/api/tours/tours/',
      `/api/listings/${listing.id}/exposure/`,
    ]
    for (const path of lists) {
      const first = await agent.get(path)
      // As a cache with several copies sends it, through a proxy that compresses.
      const known = { headers: { 'if-none-match': `"another", ${String(first.headers['etag'])}` } }
      expect([path, first.status, (await agent.get(path, known)).status]).toEqual([path, 200, 304])
    }
    const { etag } = (await agent.get('/api/listings/available/')).headers
    await aListing(other)
    const changed = await agent.get('/api/listings/available/', { headers: { 'if-none-match': String(etag) } })
    expect(changed.status).toBe(200)
  })

  test('a repeated request gets the same bytes, compressed if the client accepts it', async () => {
    const agent = await anAgent(server())
    await Promise.all(Array.from({ length: 8 }, (_, place) => aListing(agent, {}, place + 1)))
    const plain = await agent.get('/api/listings/')
    for (let time = 0; time < 2; time += 1) {
      const answer = await agent.get('/api/listings/', { headers: { 'accept-encoding': 'gzip, br' } })
      expect(answer.headers).toMatchObject({
        'content-encoding': 'br',
        vary: 'accept-encoding',
        'cache-control': 'no-store',
      })
      expect(brotliDecompressSync(answer.bytes).toString()).toBe(plain.text)
      expect((await agent.get('/api/listings/')).text).toBe(plain.text)
    }
  })

  test('a signed-out agent’s cached list is answered 401', async () => {
    const agent = await anAgent(server())
    await agent.post('/api/crm/clients/', someone)
    expect(await clients(agent)).toHaveLength(1)
    const before = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await agent.post('/api/users/auth/logout/')
    const answer = await server().app.inject({ url: '/api/crm/clients/', headers: { cookie: before } })
    expect(answer.statusCode).toBe(401)
  })
})

test('the cache counts long addresses as well, and drops the oldest pages', async () => {
  const pages = createPageCache()
  const reply = { header: () => reply, type: () => reply, send: () => reply } as unknown as FastifyReply
  let made = 0
  const ask = (number: number) => {
    const request = { agent: { id: 1, dataVersion: '' }, url: `/${number}`.padEnd(16_000, 'x'), headers: {} }
    return pages.send(request as unknown as FastifyRequest, reply, async () => String((made += 1)))
  }
  for (let number = 0; number < 2_200; number += 1) await ask(number)
  await ask(2_199)
  expect(made).toBe(2_200)
  await ask(0)
  expect(made).toBe(2_201)
})

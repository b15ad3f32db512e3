import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'

const ada = { first_name: 'Ada', last_name: 'Bell', email: 'ada@example.com' }

async function aClient(agent: Agent, wishes = {}) {
  const answer = await agent.post('/api/crm/clients/', { ...ada, ...wishes })
  expect(answer.status).toBe(201)
  return answer.body
}

onAnyDatabase((server) => {
  test('creating a client returns the whole record, with Location and ETag', async () => {
    const agent = await anAgent(server())
    const answer = await agent.post(
      '/api/crm/clients/',
      { ...ada, phone_number: ' 555-0100 ', notes: 'Has a dog.', category: 'Both', favourite_colour: 'teal' },
      { 'idempotency-key': `${randomUUID()}:1` },
    )
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      ...ada,
      id: expect.any(Number),
      phone_number: '555-0100',
      notes: 'Has a dog.',
      category: 'Both',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: answer.body.created_at,
      version: expect.any(Number),
      client_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(answer.headers).toMatchObject({
      etag: `"${answer.body.version}"`,
      location: `/api/crm/clients/${answer.body.id}/`,
    })
    const read = await agent.get(`/api/crm/clients/${answer.body.id}/`)
    expect(read.body).toEqual(answer.body)
    expect(read.headers['etag']).toBe(answer.headers['etag'])
  })

  test('phone and notes are optional, and the category defaults to Buyer', async () => {
    expect(await aClient(await anAgent(server()))).toMatchObject({ phone_number: '', notes: '', category: 'Buyer' })
  })

  test('PATCH changes the named fields, PUT the whole client, each with a new version', async () => {
    const agent = await anAgent(server())
    const client = await aClient(agent, { phone_number: '555-0100' })
    const address = `/api/crm/clients/${client.id}/`

    const patched = await agent.patch(address, { notes: 'Call on Monday.' })
    expect(patched).toMatchObject({ status: 200, body: { ...ada, phone_number: '555-0100', notes: 'Call on Monday.' } })
    expect(patched.body.version).toBeGreaterThan(client.version)

    const put = await agent.put(address, { ...ada, last_name: 'Bellweather' })
    expect(put).toMatchObject({ status: 200, body: { last_name: 'Bellweather', phone_number: '', notes: '' } })
    expect(put.headers['etag']).toBe(`"${put.body.version}"`)
    expect((await agent.get(address)).body).toEqual(put.body)
  })

  test('clients are listed newest first, in pages that lead to each other', async () => {
    const agent = await anAgent(server())
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await aClient(agent, { first_name: name })
    const names: string[] = []
    let next: string | null = '/api/crm/clients/?page_size=2&search=bell'
    let pages = 0
    while (next !== null) {
      const { body, status } = await agent.get(next)
      expect(status).toBe(200)
      expect(body.count).toBe(5)
      names.push(...body.results.map((client: { first_name: string }) => client.first_name))
      next = body.next
      pages += 1
    }
    expect(names).toEqual(['Five', 'Four', 'Three', 'Two', 'One'])
    expect(pages).toBe(3)
    const second = await agent.get('/api/crm/clients/?page_size=2&page=2&search=bell')
    expect(second.body.previous).toBe('/api/crm/clients/?page_size=2&page=1&search=bell')
    const fullPage = await agent.get('/api/crm/clients/?page_size=5')
    expect(fullPage.body).toMatchObject({ count: 5, next: null, previous: null })
  })

  test('the filter shows buyers and sellers, and those who are both under either', async () => {
    const agent = await anAgent(server())
    for (const category of ['Buyer', 'Seller', 'Both']) await aClient(agent, { first_name: category, category })
    const shown = async (filter: string) =>
      (await agent.get(`/api/crm/clients/?category=${filter}`)).body.results
        .map((client: { category: string }) => client.category)
        .toSorted()
    expect(await shown('Buyers')).toEqual(['Both', 'Buyer'])
    expect(await shown('Sellers')).toEqual(['Both', 'Seller'])
    expect(await shown('Both')).toEqual(['Both'])
    expect(await shown('')).toEqual(['Both', 'Buyer', 'Seller'])
    expect(await agent.get('/api/crm/clients/?category=Friends')).toMatchObject({
      status: 400,
      body: { category: ['Choose Buyers, Sellers or Both.'] },
    })
  })

  test('search finds names, e-mail addresses and numbers in any case, and treats % and _ as text', async () => {
    const agent = await anAgent(server())
    await aClient(agent, { phone_number: '(503) 555-0142' })
    await aClient(agent, { first_name: '100%', email: 'under_score@example.com' })
    const found = async (text: string) =>
      (await agent.get(`/api/crm/clients/?search=${encodeURIComponent(text)}`)).body.count
    expect(await found('ADA BELL')).toBe(1)
    expect(await found('555-0142')).toBe(1)
    expect(await found('%')).toBe(1)
    expect(await found('r_s')).toBe(1)
    expect(await found('\\')).toBe(0)
  })

  test.each([
    ['a blank first name', { first_name: ' ' }, { first_name: ['First Name is required.'] }],
    ['an e-mail that is none', { email: 'ada at home' }, { email: ['Enter a valid email address.'] }],
    ['a category of its own', { category: 'Friend' }, { category: ['Choose Buyer, Seller or Both.'] }],
    ['endless notes', { notes: 'x'.repeat(10_001) }, { notes: ['Notes must be at most 10,000 characters.'] }],
  ])('a client with %s is refused with the field named', async (_, fault, messages) => {
    const agent = await anAgent(server())
    const answer = await agent.post('/api/crm/clients/', { ...ada, ...fault })
    expect(answer).toMatchObject({ status: 400, body: { ...messages, code: 'invalid' } })
    expect((await agent.get('/api/crm/clients/')).body.count).toBe(0)
    const { id } = await aClient(agent)
    expect(await agent.patch(`/api/crm/clients/${id}/`, fault)).toMatchObject({ status: 400, body: messages })
  })

  test('a client without a last name is refused, in a PUT as well', async () => {
    const agent = await anAgent(server())
    const { id } = await aClient(agent)
    const { last_name: _, ...nameless } = ada
    for (const answer of [
      await agent.post('/api/crm/clients/', nameless),
      await agent.put(`/api/crm/clients/${id}/`, nameless),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { last_name: [expect.stringMatching(/required/)] } })
    }
  })

  test('a text may have any character; NUL, which PostgreSQL cannot store, is dropped', async () => {
    const agent = await anAgent(server())
    const client = await aClient(agent, { first_name: 'A\u0000da', notes: '\u0000', last_name: 'Žižka 👋 \ud800' })
    expect(client).toMatchObject({ first_name: 'Ada', notes: '', last_name: 'Žižka 👋 \ufffd' })
    expect((await agent.get('/api/crm/clients/?search=ada%00')).body.count).toBe(1)
  })

  test('a body that is not a JSON object is refused', async () => {
    const agent = await anAgent(server())
    for (const raw of ['[]', '"Ada"', '{"first_name":', 'null']) {
      const answer = await agent.ask('POST', '/api/crm/clients/', {
        raw,
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status).toBe(400)
      expect(answer.body.code).toBe('invalid')
    }
    const answer = await agent.ask('POST', '/api/crm/clients/', { raw: 'a,b', headers: { 'content-type': 'text/csv' } })
    expect(answer).toMatchObject({ status: 415, body: { code: 'wrong_media_type' } })
  })

  test.each(['?page=0', '?page=two', '?page=99999999999999999999', '?page_size=0', '?page_size=501'])(
    'the list refuses %s',
    async (query) => {
      const agent = await anAgent(server())
      const answer = await agent.get(`/api/crm/clients/${query}`)
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body)).toContain(query.slice(1).split('=')[0])
    },
  )

  test('an id that no client can have is 404', async () => {
    const agent = await anAgent(server())
    for (const id of ['0', '-1', 'abc', '1.5', '99999999999999999999', '4611686018427387904']) {
      expect((await agent.get(`/api/crm/clients/${id}/`)).status).toBe(404)
    }
  })

  test('a retried create with reordered fields or an extra blank is the same create', async () => {
    const agent = await anAgent(server())
    const key = { 'idempotency-key': `${randomUUID()}:1` }
    const first = await agent.post('/api/crm/clients/', ada, key)
    const again = await agent.post(
      '/api/crm/clients/',
      { email: ada.email, last_name: 'Bell ', first_name: 'Ada' },
      key,
    )
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replay': 'true' } })
  })
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { anAgent, aVisitor, type Agent, type Answer } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'
import { aTour, someListings } from '#tests/support/tours.ts'

type Operation = { method: string; path: string; key: string; if_match?: string | null; body?: unknown }

const nora = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }
const adding = (key: string, more: object = {}): Operation => ({
  method: 'POST',
  path: 'crm/clients/',
  key,
  body: { ...nora, ...more },
})
const newProperty = (agent: Agent, key: string): Operation => ({
  method: 'POST',
  path: 'properties/properties/',
  key,
  body: { address: `${agent.id} Batch Street`, city: 'Sacramento', state: 'CA', zip_code: '95815' },
})

const sending = (agent: Agent, operations: unknown): Promise<Answer> => agent.post('/api/sync/batch/', { operations })
const statuses = ({ body }: Answer) => (body.answers as { status: number }[]).map(({ status }) => status)
const clientsOf = async (agent: Agent) =>
  (await agent.get('/api/crm/clients/')).body.results as { id: number; notes: string; version: number }[]

onEveryDatabase((server) => {
  test('a batch runs its operations in order and answers each as its own request would be', async () => {
    const agent = await anAgent(server())
    const alone = await agent.post('/api/crm/clients/', nora, { 'idempotency-key': 'op-0:1' })
    const answer = await sending(agent, [
      adding('op-1:1'),
      {
        method: 'PATCH',
        path: `crm/clients/${alone.body.id}/`,
        key: 'op-2:1',
        if_match: alone.headers['etag'],
        body: { notes: 'Called' },
      },
      { method: 'DELETE', path: `crm/clients/${alone.body.id}/`, key: 'op-3:1' },
    ])
    expect(answer.status).toBe(200)
    expect(answer.body.answers).toMatchObject([
      { key: 'op-1:1', status: 201, headers: { etag: expect.any(String) }, body: { ...nora, client_key: 'op-1' } },
      { key: 'op-2:1', status: 200, body: { notes: 'Called' } },
      { key: 'op-3:1', status: 204 },
    ])
    const [first] = answer.body.answers
    expect(first.headers.location).toBe(`/api/crm/clients/${first.body.id}/`)
    expect(Object.keys(first.body)).toEqual(Object.keys(alone.body))
    expect(await clientsOf(agent)).toHaveLength(1)
  })

  test('a body that is nested without end fails its own operation and no other', async () => {
    const agent = await anAgent(server())
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const [before, after] = [adding('op-1:1'), adding('op-3:1')].map((operation) => JSON.stringify(operation))
    const raw = `{"operations": [${before},
      {"method": "POST", "path": "crm/clients/", "key": "op-2:1", "body": {"notes": ${deep}}}, ${after}]}`
    const answer = await agent.ask('POST', '/api/sync/batch/', { raw, headers: { 'content-type': 'application/json' } })
    expect([answer.status, statuses(answer)]).toEqual([200, [201, 400, 201]])
    expect(answer.body.answers[1].body).toEqual({ body: ['The body is nested too deeply.'], code: 'invalid' })
  })

  test('a body that is no object, or would change prototypes, fails its own operation only', async () => {
    const agent = await anAgent(server())
    const bodies = ['null', '5', '"text"', '[]', '{"__proto__": {"x": 1}}', '{"constructor": {"prototype": {"x": 1}}}']
    const wrong = bodies.map(
      (body, index) => `{"method": "POST", "path": "crm/clients/", "key": "w-${index}:1", "body": ${body}}`,
    )
    const raw = `{"operations": [${[...wrong, JSON.stringify(adding('after:1'))].join(',')}]}`
    const answer = await agent.ask('POST', '/api/sync/batch/', { raw, headers: { 'content-type': 'application/json' } })
    expect([answer.status, statuses(answer)]).toEqual([200, [...bodies.map(() => 400), 201]])
    expect((await agent.get('/api/crm/clients/')).body.results).toHaveLength(1)
  })

  longTest('whatever an operation says, it has an answer of its own, and its neighbour too', async () => {
    const agent = await anAgent(server())
    const [listing] = await someListings(agent, 1)
    const names = ['first_name', 'notes', 'email', 'listing', 'listing_price', 'stops', 'preferences', 'start_time']
    const value = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary' }), fc.constant('\0'))
    const operation = fc.record(
      {
        method: fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE'),
        path: fc.constantFrom(
          'crm/clients/1/',
          'crm/interactions/',
          `listings/${listing!.id}/showings/`,
          `listings/${listing!.id}/exposure/`,
          `listings/${listing!.id}/`,
          'listings/',
          'appointments/',
          'properties/properties/',
          'tours/tours/auto-create/',
          'tours/tours/1/',
        ),
        if_match: fc.option(fc.string({ maxLength: 20 })),
        body: fc.oneof(fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value, { maxKeys: 8 }), value),
      },
      { requiredKeys: ['method', 'path'] },
    )
    let batch = 0
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 8 }), async (said) => {
        batch += 1
        const keyed = said.map((one, index) => ({ ...one, key: `any-${batch}-${index}:1` }))
        const answer = await sending(agent, [adding(`before-${batch}:1`), ...keyed, adding(`after-${batch}:1`)])
        expect(answer.status).toBe(200)
        const [before, ...answers] = statuses(answer)
        expect([before, answers.pop()]).toEqual([201, 201])
        expect(answers.filter((status) => status >= 500)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('operations are written in their order, however long each takes to parse', async () => {
    const agent = await anAgent(server())
    const made = await sending(
      agent,
      Array.from({ length: 12 }, (_, index) => adding(`made-${index}:1`)),
    )
    const records = (made.body.answers as { body: { id: number; version: number } }[]).map(({ body }) => body)
    const long = 'A long note. '.repeat(300)
    const answer = await sending(
      agent,
      records.map(({ id }, index): Operation => {
        const path = `crm/clients/${id}/`
        const key = `then-${index}:1`
        if (index % 3 === 1) return { method: 'DELETE', path, key }
        if (index % 3 === 2) return { method: 'PATCH', path, key, body: { email: 'wrong' } }
        return { method: 'PATCH', path, key, body: { notes: long } }
      }),
    )
    const changes = (await agent.get('/api/sync/changes/?limit=500')).body.changes as {
      entity: string
      id: number
      version: number
    }[]
    const touched = new Set(records.filter((_, index) => index % 3 !== 2).map(({ id }) => id))
    const written = changes.filter(({ entity, id }) => entity === 'client' && touched.has(id))
    expect(statuses(answer)).toEqual(records.map((_, index) => [200, 204, 400][index % 3]))
    const inOrder = (versions: number[]) => [...new Set(versions)].toSorted((one, other) => one - other)
    for (const versions of [records, written].map((some) => some.map(({ version }) => version))) {
      expect(inOrder(versions)).toHaveLength(versions.length)
    }
    expect(records.map(({ version }) => version)).toEqual(inOrder(records.map(({ version }) => version)))
    expect(written.toSorted((one, other) => one.version - other.version).map(({ id }) => id)).toEqual([...touched])
  })

  test('C23: each operation of a batch has its own result; dependents of a failed one are not tried', async () => {
    const agent = await anAgent(server())
    const known = (await agent.post('/api/crm/clients/', nora)).body
    const answer = await sending(agent, [
      adding('op-1:1', { email: 'wrong' }),
      adding('op-2:1'),
      { method: 'PATCH', path: 'crm/clients/{"$created":"op-1:1"}/', key: 'op-3:1', body: { notes: 'Never' } },
      { method: 'PATCH', path: `crm/clients/${known.id}/`, key: 'op-4:1', if_match: '"999"', body: { notes: 'Stale' } },
      { method: 'DELETE', path: `crm/clients/${known.id}/`, key: 'op-5:1' },
      { method: 'PATCH', path: 'crm/clients/{"$created":"op-2:1"}/', key: 'op-6:1', body: { notes: 'Made here' } },
    ])
    expect(statuses(answer)).toEqual([400, 201, 424, 412, 424, 200])
    expect(answer.body.answers[0].body.email).toEqual(expect.any(Array))
    expect(answer.body.answers[3].body.record).toMatchObject({ id: known.id })
    expect(answer.body.answers[2].body.code).toBe('dependency_failed')
    expect((await clientsOf(agent)).map(({ notes }) => notes).sort()).toEqual(['', 'Made here'])
  })

  test('a record has one path: its id in another spelling is refused in a batch', async () => {
    const agent = await anAgent(server())
    const { id } = (await agent.post('/api/crm/clients/', nora)).body
    const answer = await sending(agent, [
      { method: 'PATCH', path: `crm/clients/${id}/`, key: 'op-1:1', body: { notes: 'Called' } },
      { method: 'PATCH', path: `crm/clients/0${id}/`, key: 'op-2:1', body: { category: 'Seller' } },
    ])
    expect(statuses(answer)).toEqual([200, 400])
    expect(await clientsOf(agent)).toMatchObject([{ notes: 'Called', category: 'Buyer' }])
  })

  test('an older revision after a newer one in the same batch gets the newer one’s answer', async () => {
    const agent = await anAgent(server())
    const { id } = (await agent.post('/api/crm/clients/', nora)).body
    const [make, change] = [crypto.randomUUID(), crypto.randomUUID()]
    const path = `crm/clients/${id}/`
    const answer = await sending(agent, [
      adding(`${make}:2`, { notes: 'Newer' }),
      adding(`${make}:1`, { notes: 'Older' }),
      { method: 'PATCH', path, key: `${change}:2`, body: { notes: 'Newer' } },
      { method: 'DELETE', path, key: `${change}:1` },
    ])
    expect(statuses(answer)).toEqual([201, 201, 200, 200])
    expect(answer.body.answers[1]).toMatchObject({ body: { notes: 'Newer' }, headers: { 'idempotent-replay': 'true' } })
    expect((await clientsOf(agent)).map(({ notes }) => notes)).toEqual(['Newer', 'Newer'])
  })

  test('a create made by an earlier revision is answered before its neighbors change the record', async () => {
    const agent = await anAgent(server())
    const made = (await agent.post('/api/crm/clients/', nora, { 'idempotency-key': 'made:1' })).body
    const answer = await sending(agent, [
      adding('made:2'),
      { method: 'PATCH', path: `crm/clients/${made.id}/`, key: 'op-1:1', body: { notes: 'Called' } },
    ])
    expect(answer.body.answers).toMatchObject([
      { status: 201, body: { id: made.id, notes: '', version: made.version } },
      { status: 200, body: { notes: 'Called' } },
    ])
    expect(await clientsOf(agent)).toMatchObject([{ notes: 'Called' }])
  })

  test('a long batch runs in order with dependents last, and a failure fails only its dependents', async () => {
    const agent = await anAgent(server())
    const known = (await agent.post('/api/crm/clients/', nora)).body
    const made = Array.from({ length: 50 }, (_, number) => adding(`made-${number}:1`, { last_name: `Quill ${number}` }))
    const edits = made.map(({ key }, number): Operation => {
      return {
        method: 'PATCH',
        path: `crm/clients/{"$created":"${key}"}/`,
        key: `edit-${number}:1`,
        body: { notes: 'Called' },
      }
    })
    const path = `crm/clients/${known.id}/`
    const operations: Operation[] = [
      { method: 'PATCH', path, key: 'stale:1', if_match: '"999"', body: { notes: 'Stale' } },
      ...made,
      ...edits,
      { method: 'DELETE', path, key: 'after-stale:1' },
      adding('last:1'),
    ]
    const answer = await sending(agent, operations)
    const expected = [412, ...made.map(() => 201), ...edits.map(() => 200), 424, 201]
    expect(statuses(answer)).toEqual(expected)
    const told = answer.body.answers as { key: string; headers: { etag?: string } }[]
    expect(told.map(({ key }) => key)).toEqual(operations.map(({ key }) => key))
    const versions = told.flatMap(({ headers }) =>
      headers.etag === undefined ? [] : [Number(headers.etag.replaceAll('"', ''))],
    )
    expect(versions.slice(1)).toEqual(versions.slice(1).toSorted((one, other) => one - other))
    expect(new Set(versions.slice(1)).size).toBe(101)
    const again = await sending(agent, operations)
    expect(statuses(again)).toEqual(expected)
    expect((await agent.get('/api/crm/clients/')).body.count).toBe(52)
  })

  test('a body or a path can name a record created earlier in the batch by its key', async () => {
    const agent = await anAgent(server())
    const answer = await sending(agent, [
      newProperty(agent, 'p:1'),
      {
        method: 'POST',
        path: 'listings/',
        key: 'l:1',
        body: { property: { $created: 'p:1' }, listing_price: '250000', description: 'Light', status: 'For Sale' },
      },
      {
        method: 'POST',
        path: 'listings/{"$created":"l:1"}/showings/',
        key: 's:1',
        body: { showing_date: '2031-05-05', start_time: '10:00', end_time: '11:00', client_email: 'nora@example.com' },
      },
    ])
    expect(statuses(answer)).toEqual([201, 201, 201])
    const [property, listing, showing] = answer.body.answers
    expect(listing.body.property.id).toBe(property.body.id)
    expect(showing.body.listing).toBe(listing.body.id)
  })

  test('a tour in a batch is planned around operations before it in the same batch', async () => {
    const agent = await anAgent(server())
    const [listing] = await someListings(agent, 1)
    const appointment = { date: '2026-11-23', start_time: '09:00', end_time: '10:00' }
    const answer = await sending(agent, [
      adding('c:1'),
      { method: 'POST', path: 'scheduling/appointments/', key: 'a:1', body: appointment },
      { method: 'POST', path: 'tours/tours/intelligent-create/', key: 't:1', body: aTour([listing!]) },
    ])
    expect(statuses(answer)).toEqual([201, 201, 201])
    expect(answer.body.answers[2].body.stops).toMatchObject([{ estimated_arrival: '10:00:00' }])
  })

  test('a batch sent again has its first answers, even if the rest of it has changed', async () => {
    const agent = await anAgent(server())
    const property = newProperty(agent, 'p:1')
    const listing = {
      method: 'POST',
      path: 'listings/',
      key: 'l:1',
      body: { property: { $created: 'p:1' }, listing_price: '250000', description: 'Light', status: 'For Sale' },
    }
    const first = await sending(agent, [property, listing])
    const again = await sending(agent, [property, listing, adding('op-9:1')])
    for (const [number, { key, status, headers, body }] of first.body.answers.entries()) {
      const replayed = { ...headers, 'idempotent-replay': 'true' }
      expect(again.body.answers[number]).toEqual({ key, status, headers: replayed, body })
    }
    expect(again.body.answers[2].headers['idempotent-replay']).toBeUndefined()
    expect((await agent.get('/api/listings/')).body.results).toHaveLength(1)
  })

  test('the same key has the same answer, whether sent alone, as a form or in a batch', async () => {
    const agent = await anAgent(server())
    const made = await sending(agent, [newProperty(agent, 'p:1')])
    const { id } = made.body.answers[0].body
    const form = new FormData()
    // A form's line breaks are two characters; those of JSON are one.
    const description = 'Light\nGarden'
    for (const [name, value] of Object.entries({
      property: String(id),
      listing_price: '250000',
      description,
      status: 'For Sale',
    }))
      form.set(name, value)
    const alone = await agent.ask('POST', '/api/listings/', { body: form, headers: { 'idempotency-key': 'l:1' } })
    expect(alone).toMatchObject({ status: 201, body: { description } })
    const inBatch = await sending(agent, [
      newProperty(agent, 'p:1'),
      {
        method: 'POST',
        path: 'listings/',
        key: 'l:1',
        body: { property: { $created: 'p:1' }, listing_price: '250000', description, status: 'For Sale' },
      },
      adding('op-1:1'),
    ])
    expect(inBatch.body.answers[1]).toMatchObject({
      status: 201,
      headers: { 'idempotent-replay': 'true' },
      body: { id: alone.body.id },
    })
    const single = await agent.post('/api/crm/clients/', nora, { 'idempotency-key': 'op-1:1' })
    expect(single.headers['idempotent-replay']).toBe('true')
    const other = await sending(agent, [adding('op-1:1', { notes: 'Other bytes' })])
    expect(other.body.answers[0]).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  })

  test('a batch cannot reach another agent’s records', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const theirs = (await other.post('/api/crm/clients/', nora)).body
    const answer = await sending(agent, [
      { method: 'PATCH', path: `crm/clients/${theirs.id}/`, key: 'op-1:1', body: { notes: 'Mine now' } },
      { method: 'PUT', path: `crm/clients/${theirs.id}/`, key: 'op-2:1', body: nora },
      { method: 'DELETE', path: `crm/clients/${theirs.id}/`, key: 'op-3:1' },
      adding('op-4:1'),
    ])
    expect(statuses(answer)).toEqual([404, 424, 424, 201])
    expect(await clientsOf(other)).toMatchObject([{ notes: '' }])
  })

  test('a create does not depend on a refused deletion at the path of its collection', async () => {
    const agent = await anAgent(server())
    const answer = await sending(agent, [
      { method: 'DELETE', path: 'crm/clients/', key: 'op-1:1' },
      adding('op-2:1'),
      { method: 'PATCH', path: 'crm/clients/{"$created":"op-2:1"}/', key: 'op-3:1', body: { notes: 'Made here' } },
    ])
    expect(statuses(answer)).toEqual([405, 201, 200])
  })

  test('an operation on a path that agents cannot write is refused alone', async () => {
    const agent = await anAgent(server())
    const paths = [
      'sync/batch/',
      'users/auth/logout/',
      'crm/clients/../../users/profile/',
      'crm/clients/1/?x=1',
      '/healthz',
      'questionnaire/start/',
    ]
    const answer = await sending(agent, [
      ...paths.map((path, number) => ({ method: 'POST', path, key: `bad-${number}:1`, body: {} })),
      adding('op-1:1'),
      { method: 'PATCH', path: 'crm/clients/0x1/', key: 'op-2:1', body: {} },
      { method: 'POST', path: 'crm/clients/', key: 'op-3:1' },
    ])
    expect(statuses(answer)).toEqual([...paths.map(() => 400), 201, 400, 400])
    expect((await agent.get('/api/users/profile/')).status).toBe(200)
  })

  test('an invalid batch is refused as a whole, and nothing of it is done', async () => {
    const agent = await anAgent(server())
    const wrong = [
      undefined,
      {},
      { operations: [] },
      { operations: 'all' },
      { operations: [adding('op-1:1'), { method: 'GET', path: 'crm/clients/', key: 'op-2:1' }] },
      { operations: [adding('op-1:1'), { ...adding('op 2'), key: 'two words' }] },
      { operations: [adding('op-1:1'), adding('op-1:1')] },
      { operations: Array.from({ length: 201 }, (_, number) => adding(`op-${number}:1`)) },
    ]
    for (const body of wrong) expect((await agent.post('/api/sync/batch/', body)).status).toBe(400)
    const large = { operations: [adding('op-1:1', { notes: 'x'.repeat(1_100_000) })] }
    expect((await agent.post('/api/sync/batch/', large)).status).toBe(413)
    expect(await clientsOf(agent)).toEqual([])
  })

  test('a batch needs a session, its anti-forgery token and the right agent', async () => {
    const agent = await anAgent(server())
    const visitor = aVisitor(server())
    const operations = [adding('op-1:1')]
    expect((await visitor.post('/api/sync/batch/', { operations })).status).toBe(401)
    expect((await visitor.post('/api/sync/batch/', { operations }, { 'x-inner-ticket': 'guessed' })).status).toBe(401)
    const unproved = await agent.post('/api/sync/batch/', { operations }, { 'x-csrftoken': 'wrong' })
    expect([unproved.status, unproved.body.code]).toEqual([403, 'csrf_failed'])
    const asAnother = await agent.post('/api/sync/batch/', { operations }, { 'x-agent-id': String(agent.id + 1) })
    expect([asAnother.status, asAnother.body.code]).toEqual([403, 'wrong_agent'])
    expect(await clientsOf(agent)).toEqual([])
  })

  test('two equal batches at once do each operation once', async () => {
    const agent = await anAgent(server())
    const operations = Array.from({ length: 10 }, (_, number) => adding(`op-${number}:1`))
    const both = await Promise.all([sending(agent, operations), sending(agent, operations)])
    for (const answer of both) expect(statuses(answer)).toEqual(operations.map(() => 201))
    expect(await clientsOf(agent)).toHaveLength(10)
  })

  test('a retry after a lost answer does only the operations with an unknown key', async () => {
    const agent = await anAgent(server())
    // As a process leaves it that ends between the second and the third.
    await sending(agent, [adding('op-1:1'), adding('op-2:1')])
    const again = await sending(agent, [adding('op-1:1'), adding('op-2:1'), adding('op-3:1')])
    expect(again.body.answers.map(({ headers }: { headers: object }) => 'idempotent-replay' in headers)).toEqual([
      true,
      true,
      false,
    ])
    expect(await clientsOf(agent)).toHaveLength(3)
  })

  test('the server announces batches and describes them', async () => {
    const visitor = aVisitor(server())
    expect((await visitor.get('/api/sync/')).body.features).toContain('batch')
    expect((await visitor.get('/api/schema/')).body.paths['/api/sync/batch/'].post.summary).toContain('200 writes')
  })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notFound } from '#server/problem-responses.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { aForm, aListing } from '#tests/support/listings.ts'
import { longTest } from '#tests/support/long-test.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'

const someone = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }

const keyed = (key: string) => ({ 'idempotency-key': key })

onEveryDatabase((server, kind) => {
  const clientsOf = async (agent: Agent) => (await agent.get('/api/crm/clients/')).body.results as { id: number }[]

  test('C20: eight simultaneous requests under one key make one record', async () => {
    const agent = await anAgent(server())
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-8:1' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replay'] === 'true')).toHaveLength(7)
    expect(await clientsOf(agent)).toHaveLength(1)
  })

  test('a retry gets the first answer, headers included, even after the record has changed', async () => {
    const agent = await anAgent(server())
    const first = await agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-1:1' })
    await agent.patch(`/api/crm/clients/${first.body.id}/`, { notes: 'Later' })
    const again = await agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-1:1' })
    expect(again.text).toBe(first.text)
    expect(again.headers['etag']).toBe(first.headers['etag'])
    expect(again.headers['location']).toBe(`/api/crm/clients/${first.body.id}/`)
    expect(first.headers['idempotent-replay']).toBeUndefined()
    expect(again.headers['idempotent-replay']).toBe('true')
  })

  test('reordered fields are the same request', async () => {
    const agent = await anAgent(server())
    await agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-1:1' })
    const reversed = Object.fromEntries(Object.entries(someone).reverse())
    const again = await agent.post('/api/crm/clients/', reversed, { 'idempotency-key': 'op-1:1' })
    expect(again.headers['idempotent-replay']).toBe('true')
  })

  test('the same key with other bytes, another path or another method is 422', async () => {
    const agent = await anAgent(server())
    const { body } = await agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-1:1' })
    const others = [
      await agent.post('/api/crm/clients/', { ...someone, notes: 'Other' }, { 'idempotency-key': 'op-1:1' }),
      await agent.put(`/api/crm/clients/${body.id}/`, someone, { 'idempotency-key': 'op-1:1' }),
      await agent.delete(`/api/crm/clients/${body.id}/`, { 'idempotency-key': 'op-1:1' }),
    ]
    for (const { status, body } of others) expect([status, body.code]).toEqual([422, 'key_reused'])
    expect(await clientsOf(agent)).toHaveLength(1)
  })

  test('an ETag that a proxy has weakened names the same version', async () => {
    const agent = await anAgent(server())
    const { body, headers } = await agent.post('/api/crm/clients/', someone)
    const change = (tag: string) => agent.patch(`/api/crm/clients/${body.id}/`, { notes: tag }, { 'if-match': tag })
    const changed = await change(`W/${String(headers['etag'])}`)
    expect(changed.status).toBe(200)
    expect((await change(`W/${String(headers['etag'])}`)).status).toBe(412)
    expect((await change(`"99", W/"${changed.body.version}"`)).status).toBe(200)
  })

  test('a change that names no field of the record leaves it as it is, with its version', async () => {
    const agent = await anAgent(server())
    const client = await agent.post('/api/crm/clients/', someone)
    const listing = await aListing(agent)
    const mistyped = { note: 'a typing error' }
    for (const [url, ...bodies] of [
      [`/api/crm/clients/${client.body.id}/`, mistyped, {}],
      [`/api/listings/${listing.id}/`, mistyped, {}, aForm(mistyped)],
    ] as const) {
      const before = await agent.get(url)
      for (const body of bodies) {
        const { status, body: record, headers } = await agent.patch(url, body)
        expect([status, record, headers['etag']]).toEqual([200, before.body, before.headers['etag']])
      }
      expect((await agent.patch(url, {}, { 'if-match': '"0"' })).status).toBe(412)
    }
    expect((await agent.patch('/api/crm/clients/0/', {})).status).toBe(404)
  })

  test('our own client writes nothing without a key, and gets the key that arrived', async () => {
    const agent = await anAgent(server())
    const ours = { 'x-agent-id': String(agent.id) }
    const without = await agent.post('/api/crm/clients/', someone, ours)
    expect(without).toMatchObject({ status: 400, body: { code: 'key_required' } })
    expect(await clientsOf(agent)).toHaveLength(0)
    const made = await agent.post('/api/crm/clients/', someone, { ...ours, 'idempotency-key': 'op-1:1' })
    expect(made.headers['idempotency-key']).toBe('op-1:1')
    const path = `/api/crm/clients/${made.body.id}/`
    for (const refused of [await agent.patch(path, { notes: 'Other' }, ours), await agent.delete(path, ours)])
      expect(refused).toMatchObject({ status: 400, body: { code: 'key_required' } })
    expect(await clientsOf(agent)).toMatchObject([made.body])
    const probe = await agent.get('/api/sync/', { headers: { 'idempotency-key': 'probe' } })
    expect(probe.headers['idempotency-key']).toBe('probe')
  })

  test('a key in the query is the same key as one in the header', async () => {
    const agent = await anAgent(server())
    const first = await agent.post('/api/crm/clients/?idempotency_key=op-1:1', someone, {
      'x-agent-id': String(agent.id),
    })
    const again = await agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-1:1' })
    expect(first.body.client_key).toBe('op-1')
    expect(first.headers['idempotency-key']).toBe('op-1:1')
    expect(again).toMatchObject({ text: first.text, headers: { 'idempotent-replay': 'true' } })
  })

  test('two agents may use the same key', async () => {
    const [one, two] = [await anAgent(server()), await anAgent(server())]
    const first = await one.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-1:1' })
    const second = await two.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-1:1' })
    expect(second.status).toBe(201)
    expect(second.headers['idempotent-replay']).toBeUndefined()
    expect(second.body.id).not.toBe(first.body.id)
  })

  test('the next revision of an operation returns the record that the first one made', async () => {
    const agent = await anAgent(server())
    const first = await agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-1:1' })
    const second = await agent.post('/api/crm/clients/', { ...someone, notes: 'New' }, { 'idempotency-key': 'op-1:2' })
    expect([second.status, second.body.id]).toEqual([first.status, first.body.id])
    expect(first.body.client_key).toBe('op-1')
    expect(await clientsOf(agent)).toHaveLength(1)
  })

  test('C4: a first try that arrives after a newer revision changes nothing and gets the newest answer', async () => {
    const agent = await anAgent(server())
    const [name, other] = [randomUUID(), randomUUID()]
    const second = await agent.post('/api/crm/clients/', { ...someone, notes: 'New' }, keyed(`${name}:2`))
    const tenth = await agent.post('/api/crm/clients/', { ...someone, notes: 'Ten' }, keyed(`${name}:10`))
    await agent.delete(`/api/crm/clients/${second.body.id}/`, keyed(`${randomUUID()}:1`))
    const late = await agent.post('/api/crm/clients/', someone, keyed(`${name}:1`))
    expect([late.status, late.text, late.headers['idempotent-replay']]).toEqual([201, tenth.text, 'true'])
    expect(await clientsOf(agent)).toEqual([])
    const inBatch = await agent.post('/api/sync/batch/', {
      operations: [`${name}:3`, `${other}:1`].map((key) => ({
        method: 'POST',
        path: 'crm/clients/',
        key,
        body: someone,
      })),
    })
    expect(inBatch.body.answers.map(({ status }: { status: number }) => status)).toEqual([201, 201])
    expect(await clientsOf(agent)).toHaveLength(1)
  })

  test('C4: a first try that arrives after a newer revision was refused is not done either', async () => {
    const agent = await anAgent(server())
    const name = randomUUID()
    const { database } = server().services
    const refused = { agentId: agent.id, key: `${name}:2`, hash: 'h', ifMatch: null, known: null }
    await database.write(refused, async () => notFound())
    const late = await database.write({ ...refused, key: `${name}:1` }, async () => ({
      status: 200,
      body: {},
      headers: {},
    }))
    expect(late).toMatchObject({ status: 404, replayed: true })
  })

  test('keys that other programs number, or with a common prefix, are separate operations', async () => {
    const agent = await anAgent(server())
    const name = randomUUID()
    for (const key of ['import:2', 'import:x:7', 'import:5x', `${name}:x:9`, `${name}:9x`, `${name.slice(0, -1)}:9`])
      await agent.post('/api/crm/clients/', someone, keyed(key))
    const before = await clientsOf(agent)
    const made = await agent.post('/api/crm/clients/', someone, keyed(`${name}:1`))
    const changed = await agent.patch(`/api/crm/clients/${made.body.id}/`, { notes: 'Counted' }, keyed('import:1'))
    expect([made.status, changed.body.notes]).toEqual([201, 'Counted'])
    expect(await clientsOf(agent)).toHaveLength(before.length + 1)
  })

  test('writes without a key are applied each time', async () => {
    const agent = await anAgent(server())
    await agent.post('/api/crm/clients/', someone)
    await agent.post('/api/crm/clients/', someone)
    expect(await clientsOf(agent)).toHaveLength(2)
  })

  test('an invalid key is refused at Idempotency-Key', async () => {
    const agent = await anAgent(server())
    const answer = await agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'x'.repeat(201) })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ 'Idempotency-Key': [expect.any(String)], code: 'invalid' })
  })

  test('a refusal is stored under its key, and its writes are rolled back', async () => {
    const agent = await anAgent(server())
    const request = { agentId: agent.id, key: 'op-9:1', hash: 'h', ifMatch: null, known: null }
    const work = async (
      trx: Parameters<Parameters<ReturnType<typeof server>['services']['database']['write']>[1]>[0],
    ) => {
      await trx
        .insertInto('clients')
        .values({ ...someone, agent_id: agent.id, version: 1, client_key: null, category: 'Buyer' })
        .execute()
      return notFound()
    }
    const { database } = server().services
    expect(await database.write(request, work)).toMatchObject({ status: 404, replayed: false })
    expect(await database.write(request, work)).toMatchObject({ status: 404, replayed: true })
    expect(await clientsOf(agent)).toEqual([])
  })

  test('C28: a write that throws leaves neither a record nor a key, and the same key may be sent again', async () => {
    const agent = await anAgent(server())
    const request = { agentId: agent.id, key: 'op-9:1', hash: 'h', ifMatch: null, known: null }
    const { database } = server().services
    await expect(
      database.write(request, async (trx) => {
        await trx
          .insertInto('clients')
          .values({ ...someone, agent_id: agent.id, version: 1, client_key: null, category: 'Buyer' })
          .execute()
        throw new Error('the disk is full')
      }),
    ).rejects.toThrow('the disk is full')
    expect(await clientsOf(agent)).toEqual([])
    const again = await database.write(request, async () => ({ status: 200, body: {}, headers: {} }))
    expect(again).toMatchObject({ status: 200, replayed: false })
  })

  test('every write gets a higher version than the one before', async () => {
    const agent = await anAgent(server())
    const versions: number[] = []
    for (let index = 0; index < 3; index += 1) {
      versions.push((await agent.post('/api/crm/clients/', someone)).body.version)
    }
    expect(versions).toEqual([...versions].sort((one, other) => one - other))
    expect(new Set(versions).size).toBe(3)
  })

  test('a transaction that lost a race is tried again', async () => {
    const agent = await anAgent(server())
    let attempts = 0
    const outcome = await server().services.database.write(
      { agentId: agent.id, key: null, hash: '', ifMatch: null, known: null },
      async (trx) => {
        attempts += 1
        if (attempts === 1) {
          await sql`do $$ begin raise exception 'lost a race' using errcode = '40001'; end $$`.execute(trx)
        }
        return { status: 200, body: {}, headers: {} }
      },
    )
    expect([outcome.status, attempts]).toEqual([200, 2])
  })

  // The embedded database has one session: there a request waits for the first one and gets its answer.
  if (kind === 'postgres') {
    longTest('a request whose key is still being worked on after five seconds is 409 with Retry-After', async () => {
      const agent = await anAgent(server())
      await agent.post('/api/crm/clients/', someone)
      const running = await server().services.database.db.startTransaction().execute()
      await sql`select version from agent_versions where agent_id = ${agent.id} for update`.execute(running)
      const [keyed, unkeyed] = await Promise.all([
        agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-1:1' }),
        agent.post('/api/crm/clients/', someone),
      ])
      await running.rollback().execute()
      expect([keyed.status, keyed.body.code, keyed.headers['retry-after']]).toEqual([409, 'key_in_progress', '1'])
      expect([unkeyed.status, unkeyed.body.code, unkeyed.headers['retry-after']]).toEqual([503, 'busy', '1'])
      expect((await agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-1:1' })).status).toBe(201)
    })

    longTest(
      'a database that restarts is 503 with Retry-After for a moment, and nothing is lost or doubled',
      async () => {
        const agent = await anAgent(server())
        const endEveryConnection = () =>
          sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`
            .execute(server().services.database.db)
            .catch(() => {})
        const statuses: number[] = []
        for (let index = 0; index < 12; index += 1) {
          const headers = { 'idempotency-key': `op-${index}:1` }
          const [first] = await Promise.all([agent.post('/api/crm/clients/', someone, headers), endEveryConnection()])
          if (first.status === 503) expect(first.headers['retry-after']).toMatch(/^\d+$/)
          statuses.push(first.status)
          let again = first
          while (again.status !== 201) again = await agent.post('/api/crm/clients/', someone, headers)
        }
        expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
        // The last connections may end as late as this request.
        await expect.poll(async () => (await agent.get('/api/crm/clients/')).body.count).toBe(12)
      },
    )
  }
})

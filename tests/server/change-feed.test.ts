import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isInFeed, kinds, ownEntities } from '#core/kinds/all-kinds.ts'
import { minApiVersion, type Change, apiVersion } from '#core/contract/sync-protocol.ts'
import { firstCursor, writeCursor } from '#server/sync/cursor.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'

const someone = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }

onEveryDatabase((server, kind) => {
  async function pullAll(...from: Parameters<typeof pullWhatIsTold>) {
    await sharedChangesAreTold(server())
    return pullWhatIsTold(...from)
  }

  test('the server lists its features, without a session', async () => {
    const answer = await server().app.inject('/api/sync/')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      features: ['idempotency', 'etag', 'changes', 'images', 'batch', 'events', 'known', 'calendar-feed', 'survey'],
      history: 'same',
      key_retention_days: 45,
      minimum_version: minApiVersion,
      // Still read by programs that are older than history tokens, so that they learn they must update.
      epoch: expect.any(String),
    })
  })

  test('J4: the page of this build is new enough for its own server', () => {
    expect(apiVersion).toBeGreaterThanOrEqual(minApiVersion)
  })

  test('a new device gets every record of its agent, equal to the REST answer', async () => {
    const agent = await anAgent(server())
    const client = await agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-1:1' })
    const listing = await addListing(agent)
    const { changes } = await pullAll(agent)
    expect(changes.find(({ entity }) => entity === 'client')).toEqual({
      entity: 'client',
      id: client.body.id,
      version: client.body.version,
      deleted: false,
      record: client.body,
    })
    expect(changes.find(({ entity }) => entity === 'listing')?.record).toEqual(
      (await agent.get(`/api/listings/${listing.id}/`)).body,
    )
    expect(changes.filter(({ entity }) => entity === 'property').length).toBeGreaterThanOrEqual(20)
  })

  test.each(ownEntities.filter(isInFeed))(
    'a deletion in the table of %s leaves a tombstone for the feed',
    async (entity) => {
      const { rows } = await sql<{ definition: string }>`
      select pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = to_regclass(${kinds[entity].table}) and not tgisinternal`.execute(server().services.database.db)
      const triggers = rows.map(({ definition }) => definition).join('\n')
      expect(triggers, `server/database/migrations/ (${kinds[entity].table})`).toMatch(/bury_\w+\(/)
      expect(triggers).toContain(`'${entity}'`)
    },
  )

  test('the next pull has only the changes since the cursor', async () => {
    const agent = await anAgent(server())
    const kept = await agent.post('/api/crm/clients/', someone)
    const gone = await agent.post('/api/crm/clients/', { ...someone, first_name: 'Ada' })
    const { cursor } = await pullAll(agent)
    expect((await pullAll(agent, cursor)).changes).toEqual([])

    await agent.patch(`/api/crm/clients/${kept.body.id}/`, { notes: 'Likes gardens' })
    await agent.delete(`/api/crm/clients/${gone.body.id}/`)
    const { changes } = await pullAll(agent, cursor)
    expect(changes).toEqual([
      expect.objectContaining({
        entity: 'client',
        id: kept.body.id,
        record: expect.objectContaining({ notes: 'Likes gardens' }),
      }),
      { entity: 'client', id: gone.body.id, version: expect.any(Number), deleted: true, record: null },
    ])
  })

  test('small pages together equal one large page', async () => {
    const agent = await anAgent(server())
    for (const first_name of ['A', 'B', 'C', 'D', 'E'])
      await agent.post('/api/crm/clients/', { ...someone, first_name })
    const whole = await pullAll(agent)
    const pieces = await pullAll(agent, '', 2)
    expect(pieces.changes).toEqual(whole.changes)
  })

  test('an agent’s feed has other agents’ available listings, but no other record of theirs', async () => {
    const seller = await anAgent(server())
    const buyer = await anAgent(server())
    await seller.post('/api/crm/clients/', someone)
    const listing = await addListing(seller)
    const { changes, cursor } = await pullAll(buyer)
    expect(changes.filter(({ entity }) => entity === 'client' || entity === 'listing')).toEqual([])
    const available = changes.find(({ entity, id }) => entity === 'available_listing' && id === listing.id)
    expect(available).toMatchObject({ deleted: false, record: { id: listing.id, status: 'For Sale' } })
    expect(Object.keys(available?.record ?? {}).sort()).toEqual(['id', 'listing_price', 'property', 'status'])

    await seller.patch(`/api/listings/${listing.id}/`, { status: 'Sold' })
    expect((await pullAll(buyer, cursor)).changes).toEqual([
      { entity: 'available_listing', id: listing.id, version: expect.any(Number), deleted: true, record: null },
    ])
    expect(
      (await pullAll(seller)).changes.some(({ entity, id }) => entity === 'available_listing' && id === listing.id),
    ).toBe(false)
  })

  test('a new price of an available listing reaches the other agents’ devices', async () => {
    const [seller, buyer] = [await anAgent(server()), await anAgent(server())]
    const listing = await addListing(seller)
    const { cursor } = await pullAll(buyer)
    await seller.patch(`/api/listings/${listing.id}/`, { listing_price: 240_000 })
    expect((await pullAll(buyer, cursor)).changes).toMatchObject([
      { entity: 'available_listing', id: listing.id, deleted: false, record: { listing_price: 240_000 } },
    ])
    // A field that they cannot see is no change for them.
    const { cursor: later } = await pullAll(buyer)
    await seller.patch(`/api/listings/${listing.id}/`, { description: 'A house with two fanlights' })
    expect((await pullAll(buyer, later)).changes).toEqual([])
  })

  test('a deleted listing is removed from every agent’s device', async () => {
    const seller = await anAgent(server())
    const buyer = await anAgent(server())
    const listing = await addListing(seller)
    const before = { seller: (await pullAll(seller)).cursor, buyer: (await pullAll(buyer)).cursor }
    await seller.delete(`/api/listings/${listing.id}/`)
    expect((await pullAll(seller, before.seller)).changes).toContainEqual(
      expect.objectContaining({ entity: 'listing', id: listing.id, deleted: true }),
    )
    expect((await pullAll(buyer, before.buyer)).changes).toContainEqual(
      expect.objectContaining({ entity: 'available_listing', id: listing.id, deleted: true }),
    )
  })

  test('correcting a property also changes the listings made from it', async () => {
    const agent = await anAgent(server())
    const listing = await addListing(agent)
    const { cursor } = await pullAll(agent)
    await server()
      .services.database.db.updateTable('properties')
      .set({ bedrooms: 7, version: sql`version + 1` })
      .where('id', '=', listing.property.id)
      .execute()
    const { changes } = await pullAll(agent, cursor)
    expect(changes).toContainEqual(
      expect.objectContaining({
        entity: 'listing',
        id: listing.id,
        record: expect.objectContaining({ property: expect.objectContaining({ bedrooms: 7 }) }),
      }),
    )
    expect(changes).toContainEqual(expect.objectContaining({ entity: 'property', id: listing.property.id }))
  })

  test('a device that pulls during many writes misses no record (G17)', async () => {
    const agent = await anAgent(server())
    const other = await anAgent(server())
    const writers = [0, 1, 2, 3].map(async (writer) => {
      for (let index = 0; index < 12; index += 1) {
        await agent.post('/api/crm/clients/', { ...someone, first_name: `W${writer}`, last_name: `N${index}` })
        await other.post('/api/properties/properties/', aProperty(`${writer}${index}`))
      }
    })
    const work = { isOver: false }
    const done = Promise.all(writers).finally(() => {
      work.isOver = true
    })
    const seen = new Set<string>()
    let cursor = ''
    while (!work.isOver) {
      const page = await pull(agent, cursor, 5)
      cursor = page.cursor
      for (const change of page.changes) seen.add(`${change.entity} ${change.id}`)
    }
    await done
    for (const change of (await pullAll(agent, cursor)).changes) seen.add(`${change.entity} ${change.id}`)

    const { db } = server().services.database
    const clients = await db.selectFrom('clients').select('id').where('agent_id', '=', agent.id).execute()
    const properties = await db.selectFrom('properties').select('id').execute()
    expect(clients).toHaveLength(48)
    const missed = [...clients.map(({ id }) => `client ${id}`), ...properties.map(({ id }) => `property ${id}`)].filter(
      (key) => !seen.has(key),
    )
    expect(missed).toEqual([])
  })

  // The embedded database has one session, so there is never a second transaction.
  if (kind === 'postgres') {
    test('the feed does not skip a property whose transaction commits late', async () => {
      const agent = await anAgent(server())
      const { db } = server().services.database
      const { cursor } = await pullAll(agent)
      const slow = await db.startTransaction().execute()
      await slow.insertInto('properties').values(aPropertyRow('Slow Lane')).execute()
      const quick = await agent.post('/api/properties/properties/', aProperty('9999'))
      const during = await pullWhatIsTold(agent, cursor)
      await slow.commit().execute()
      const after = await pullAll(agent, during.cursor)
      const addresses = [...during.changes, ...after.changes].map((change) => change.record?.['address'])
      expect(addresses).toContain('Slow Lane')
      expect(addresses).toContain(quick.body.address)
    })
  }

  test('a cursor that the server did not issue, or another agent’s, is answered 410', async () => {
    const agent = await anAgent(server())
    const other = await anAgent(server())
    const { cursor } = await pullAll(other)
    const first = firstCursor(agent.id)
    const distant = writeCursor({ ...first, own: { ...first.own, rank: 2 ** 40 } })
    for (const wrong of ['nonsense', Buffer.from('{}').toString('base64url'), cursor, distant]) {
      const answer = await agent.get(`/api/sync/changes/?cursor=${encodeURIComponent(wrong)}`)
      expect(answer.status).toBe(410)
      expect(answer.body).toMatchObject({ code: 'cursor_too_old' })
    }
  })

  test('a limit outside 1 to 500 is refused at its field', async () => {
    const agent = await anAgent(server())
    for (const limit of ['0', '501', 'many']) {
      const answer = await agent.get(`/api/sync/changes/?limit=${limit}`)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ limit: [expect.any(String)], code: 'invalid' })
    }
  })
})

async function pull(agent: Agent, cursor: string, limit: number) {
  const answer = await agent.get(`/api/sync/changes/?cursor=${encodeURIComponent(cursor)}&limit=${limit}`)
  if (answer.status !== 200) throw new Error(`Pulling answered ${answer.status}: ${answer.text}`)
  return answer.body as { changes: Change[]; cursor: string; has_more: boolean }
}

async function pullWhatIsTold(agent: Agent, from = '', limit = 500): Promise<{ changes: Change[]; cursor: string }> {
  const changes: Change[] = []
  let cursor = from
  for (;;) {
    const page = await pull(agent, cursor, limit)
    changes.push(...page.changes)
    cursor = page.cursor
    if (!page.has_more) return { changes, cursor }
  }
}

async function addListing(agent: Agent): Promise<{ id: number; property: { id: number } }> {
  const properties = await agent.get('/api/properties/properties/?page_size=1')
  const answer = await agent.post('/api/listings/', {
    property: properties.body.results[0].id,
    listing_price: 250_000,
    description: 'A house with a fanlight',
  })
  if (answer.status !== 201) throw new Error(`Adding a listing answered ${answer.status}: ${answer.text}`)
  return answer.body
}

function aProperty(number: string) {
  return { address: `${number} Feed Road`, city: 'Salem', state: 'OR', zip_code: '97301' }
}

function aPropertyRow(address: string) {
  return { identity: `${address}|salem|97301`, address, city: 'Salem', state: 'OR', zip_code: '97301' }
}

import { describe, expect, test } from 'vitest'
import { type ExchangePorts, syncOnce } from '#core/sync/sync-once.ts'
import { anEditWithoutAnswer, aSyncRun, beforeNext, office } from '#tests/support/sync-office.ts'

describe('a sender that dies', () => {
  test('B8: an answer is stored before the next operation is sent', async () => {
    const { server, device } = office()
    const property = await device.create('property', { address: '1 High St' })
    await device.addListing(property)
    device.network.next('POST listings/', { dies: 'after' })
    expect(await device.sync()).toBeNull()
    expect(device.operations()).toMatchObject([{ entity: 'listing', state: 'sending' }])
    expect(device.row('property', property)).toMatchObject({ id: server.records('property')[0]?.['id'] })
    await device.settle()
    expect(server.effects.map(({ path }) => path)).toEqual(['properties/properties/', 'listings/'])
  })

  test('H8: a success that could not be stored is settled at the next start, and never undone', async () => {
    const { clock, server, device } = office()
    const key = await device.addClient()
    const { transact } = device.ports.replica
    const ports: ExchangePorts = {
      ...device.ports,
      replica: {
        ...device.ports.replica,
        transact: (mode, work) =>
          mode === 'write' && server.effects.length > 0
            ? Promise.reject(new Error('The disk is full.'))
            : transact(mode, work),
      },
    }
    await expect(clock.run(syncOnce(ports, aSyncRun()))).rejects.toThrow('The disk is full.')
    expect(server.records('client')).toHaveLength(1)
    expect(device.operations()).toMatchObject([{ state: 'sending' }])
    expect(device.row('client', key)).toMatchObject({ first_name: 'Ann' })
    await device.settle()
    expect(server.effects).toHaveLength(1)
    expect(device.row('client', key)?.id).toBe(server.records('client')[0]?.['id'])
  })
})

test('E2: a create never leaves the outbox before its id mapping is stored', async () => {
  const { device } = office()
  const key = await device.addClient()
  const { transact } = device.replica
  const moments: { waits: boolean; hasId: boolean }[] = []
  // Checks at the end of each transaction, because the next one may never happen.
  device.replica.transact = (mode, work) =>
    transact(mode, async (tx) => {
      const result = await work(tx)
      moments.push({
        waits: (await tx.recordQueue('client', key)).length > 0,
        hasId: (await tx.mappingOfKey('client', key)) !== undefined,
      })
      return result
    })
  await device.sync()
  expect(moments.filter(({ waits, hasId }) => !waits && !hasId)).toEqual([])
  expect(moments.at(-1)).toEqual({ waits: false, hasId: true })
})

describe('photos', () => {
  test('I1: an interrupted upload is sent again with the same bytes and key', async () => {
    const { server, device } = office()
    server.put('listing', { id: 8, listing_price: 1 })
    await device.sync()
    await device.addPhoto('8')
    device.network.next('images/', 'lost-request')
    await device.settle()
    const [first, second] = device.network.sent.filter(({ path }) => path === 'listings/8/images/')
    expect(second).toEqual(first)
    expect(second?.files['image']?.bytes).toEqual(new Uint8Array([1]))
    expect(server.records('listing_image')).toHaveLength(1)
  })

  test('I4: a photo sent three times exists once', async () => {
    const { server, device } = office()
    server.put('listing', { id: 8, listing_price: 1 })
    await device.sync()
    await device.addPhoto('8')
    device.network.next('POST listings/8/images/', 'lost-answer', 'cut-off')
    // Otherwise the next pull shows that the photo has arrived, and nothing is sent again.
    device.network.next('GET sync/changes/', 'never-leaves', 'never-leaves')
    await device.settle()
    expect(device.network.sent.filter(({ method }) => method === 'POST')).toHaveLength(3)
    expect(server.records('listing_image')).toHaveLength(1)
    expect(device.replica.allRows('listing_image')).toHaveLength(1)
  })

  test('E7: a photo whose listing was deleted on the server is preserved for the agent', async () => {
    const { server, device } = office()
    server.put('listing', { id: 8, listing_price: 1 })
    await device.sync()
    const photo = await device.addPhoto('8')
    device.network.next('GET sync/changes/', 'never-leaves')
    server.remove('listing', 8)
    expect(await device.sync()).toMatchObject({ needsAgent: 1 })
    expect(device.operations()).toMatchObject([
      { key: photo, state: 'attention', files: { image: { fileName: 'a.jpg' } } },
    ])
    expect(device.replica.fileKeys()).toHaveLength(1)
  })
})

describe('keys and copies', () => {
  test('C25: an edit whose key the server has forgotten is not applied twice', async () => {
    const { server, device, key } = await anEditWithoutAnswer()
    const { handle } = server
    server.handle = (request) => {
      const { 'Idempotency-Key': forgotten, ...headers } = request.headers
      return handle(request.method === 'PATCH' && forgotten !== undefined ? { ...request, headers } : request)
    }
    await device.settle()
    expect(server.effects.map(({ method }) => method)).toEqual(['POST', 'PATCH'])
    expect(device.row('client', key)).toMatchObject({ phone_number: '1' })
    expect(device.operations()).toEqual([])
  })

  test('D10: a record that becomes invisible to the agent stays while its edit waits, as a conflict', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    await device.sync()
    await device.edit('client', key, { notes: 'Mine.' })
    device.network.next('PATCH', 'never-leaves')
    server.remove('client', Number(device.row('client', key)?.id))
    await device.sync()
    expect(device.row('client', key)).toMatchObject({ notes: 'Mine.' })
    await device.settle()
    expect(device.row('client', key)).toMatchObject({ notes: 'Mine.' })
    expect(device.operations()).toMatchObject([{ state: 'conflict', changes: { notes: 'Mine.' } }])
  })
})

describe('folding', () => {
  test('F7: an edit folds into its create across operations that refer to the record', async () => {
    const { server, device } = office()
    const property = await device.create('property', { address: '1 Hgih St' })
    await device.addListing(property)
    await device.edit('property', property, { address: '1 High St' })
    expect(device.operations().map(({ entity, kind }) => `${kind} ${entity}`)).toEqual([
      'create property',
      'create listing',
    ])
    await device.settle()
    expect(server.records('listing')).toMatchObject([{ property: { address: '1 High St' } }])
  })

  test('F7: an edit never folds into an operation of its own queue that may have been sent', async () => {
    const { server, device, key } = await anEditWithoutAnswer()
    await device.edit('client', key, { phone_number: '2' })
    await device.edit('client', key, { phone_number: '3' })
    expect(device.operations()).toMatchObject([{ changes: { phone_number: '1' } }, { changes: { phone_number: '3' } }])
    await device.settle()
    expect(server.records('client')).toMatchObject([{ phone_number: '3' }])
  })

  test('F11: a crash while folding leaves the saved state unchanged', async () => {
    const { device } = office()
    const key = await device.addClient()
    const before = { operations: device.operations(), row: device.row('client', key) }
    device.replica.failNextWrite()
    await expect(device.edit('client', key, { notes: 'New.' })).rejects.toThrow()
    expect({ operations: device.operations(), row: device.row('client', key) }).toEqual(before)
    device.replica.failNextWrite()
    await expect(device.remove('client', key)).rejects.toThrow()
    expect({ operations: device.operations(), row: device.row('client', key) }).toEqual(before)
  })
})

test('G17: on a plain server a change is found whatever its timestamp', async () => {
  const { clock, server, device } = office('plain')
  const { id } = server.put('client', { first_name: 'Ann', updated_at: '2026-11-21T09:00:00Z' })
  await device.sync()
  server.put('client', { id: Number(id), first_name: 'Anna', updated_at: '2026-11-20T09:00:00Z' })
  server.put('client', { first_name: 'Late', updated_at: '2020-01-01T09:00:00Z' })
  await clock.pass(6 * 60_000)
  await device.sync()
  expect(device.replica.allRows('client').map((row) => row['first_name'])).toEqual(['Anna', 'Late'])
})

describe('a create refused by a proxy that still reached the server', () => {
  /** The first attempt is still in flight when a proxy refuses the second, and the agent edits the record. */
  async function arrivedAllTheSame() {
    const all = office()
    const { clock, server, device } = all
    device.network.next('POST crm', { arrivesAfter: 95_000 }, { status: 413 })
    const key = await device.addClient({ phone_number: '', notes: 'Met at the fair' })
    await device.sync()
    await clock.pass(2_000)
    await device.sync({ isManual: true })
    expect(device.operations()).toMatchObject([{ kind: 'create', state: 'attention', refusal: { status: 413 } }])
    await device.edit('client', key, { phone_number: '2', notes: 'Met at the fair, wants a garden' })
    await clock.pass(100_000)
    expect(server.records('client')).toMatchObject([{ phone_number: '' }])
    return { ...all, key }
  }

  test.each([['at once', null] as const, ['after the answer was lost', 'lost-answer'] as const])(
    'C13 H3: later edits of the record reach the server, %s',
    async (_, fault) => {
      const { server, device } = await arrivedAllTheSame()
      if (fault !== null) device.network.next('POST crm', fault)
      await device.settle()
      expect(server.records('client')).toMatchObject([{ phone_number: '2', notes: 'Met at the fair, wants a garden' }])
      expect(device.operations()).toEqual([])
    },
  )

  test('C29: an edit made while the create is sent again does not overwrite another device’s value', async () => {
    const { server, device, key } = await arrivedAllTheSame()
    const id = Number(server.records('client')[0]?.['id'])
    server.put('client', { id, phone_number: '3' })
    beforeNext(
      device,
      ({ path }) => path === 'crm/clients/',
      () => device.edit('client', key, { phone_number: '4' }),
    )
    await device.settle()
    expect(server.records('client')).toMatchObject([{ phone_number: '3' }])
    expect(device.operations()[0]).toMatchObject({ state: 'conflict', conflict: { fields: ['phone_number'] } })
  })

  test('C29: values written elsewhere while the answer was lost are merged or a conflict, not overwritten', async () => {
    const { server, device } = await arrivedAllTheSame()
    device.network.next('POST crm', 'lost-answer')
    await device.sync()
    const id = Number(server.records('client')[0]?.['id'])
    server.put('client', { id, phone_number: '3', category: 'Seller' })
    await device.settle()
    expect(device.operations()).toMatchObject([
      { kind: 'update', state: 'conflict', conflict: { fields: ['phone_number'] } },
    ])
    expect(server.records('client')).toMatchObject([{ phone_number: '3', category: 'Seller' }])
  })

  test.each([['takes', []] as const, ['refuses', [{ status: 400 }]] as const])(
    'H3 E10: a record deleted here does not remain on the server if it %s the create',
    async (_, answers) => {
      const { server, device } = office()
      device.network.next('POST crm/clients/', 'lost-request', { status: 400 }, ...answers)
      const key = await device.addClient()
      await device.sync()
      await device.settle()
      expect(device.operations()).toMatchObject([{ state: 'attention', attempts: 2 }])
      await device.remove('client', key)
      expect(device.row('client', key)).toBeUndefined()
      await device.settle()
      expect(device.operations()).toEqual([])
      expect(server.records('client')).toEqual([])
      expect(device.network.sent.filter(({ method }) => method === 'POST')).toHaveLength(3)
    },
  )

  test('C13 E10: deleting a create that a pull has confirmed deletes its record on the server', async () => {
    const { server, device } = office()
    device.network.next('POST crm/clients/', { status: 400 })
    const key = await device.addClient()
    const [create] = device.operations()
    await device.sync()
    server.put('client', { ...create?.changes, client_key: create?.opId ?? '' })
    await device.sync()
    expect(device.operations()).toMatchObject([{ state: 'attention', attempts: 1 }])
    await device.remove('client', key)
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(server.records('client')).toEqual([])
  })
})

describe('a proxy removes the key header from requests', () => {
  const key = 'Idempotency-Key'

  test('a create whose answers are lost makes one record', async () => {
    const { server, device } = office()
    // The proxy removes the agent's name as well, so that nothing is refused.
    device.network.removesHeaders = { kind: '', headers: [key, 'X-Agent-Id'] }
    device.network.next('POST', 'lost-answer', 'lost-answer')
    await device.addClient()
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
    expect(device.operations()).toEqual([])
  })

  test('removed from writes only: nothing is created without a key, and retries carry it in the URL', async () => {
    const { server, device } = office()
    device.network.removesHeaders = { kind: 'POST', headers: [key] }
    await device.addClient()
    await device.sync()
    expect(server.records('client')).toEqual([])
    expect(device.operations()).toMatchObject([{ state: 'queued', refusal: null }])
    device.network.next('POST', 'lost-answer', 'lost-answer')
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
    // The device remembers this on a link that leaves headers alone.
    device.network.removesHeaders = null
    await device.addClient()
    await device.settle()
    expect(device.network.sent.findLast(({ method }) => method === 'POST')?.path).toContain('?idempotency_key=')
  })
})

test.each([
  ['success', 201, { id: 7, first_name: 'Somebody', created_at: '2026-01-01T00:00:00.000Z' }],
  ['refusal', 400, { email: ['No.'], code: 'invalid' }],
])('C27: a %s that echoes the key of another request counts as no answer', async (_, status, body) => {
  const { server, device } = office()
  device.network.next('POST', { status, headers: { 'idempotency-key': 'another:1' }, body })
  const key = await device.addClient()
  await device.sync()
  expect(device.operations()).toMatchObject([{ state: 'unknown' }])
  await device.settle()
  expect(device.row('client', key)?.id).toBe(server.records('client')[0]?.['id'])
})

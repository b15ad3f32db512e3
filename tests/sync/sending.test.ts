import { describe, expect, test } from 'vitest'
import { createSyncLoop } from '#core/sync/sync-loop.ts'
import { anEditWithoutAnswer, office, startSync } from '#tests/support/sync-office.ts'
import { opId } from '#tests/support/sync-records.ts'

describe('missing or untrustworthy answers', () => {
  test('C1: a request that never left is sent again and takes effect once', async () => {
    const { server, device } = office()
    device.network.next('POST crm/clients/', 'never-leaves')
    await device.addClient()
    await device.sync()
    expect(device.operations()).toMatchObject([{ state: 'waiting', attempt: null, attempts: 1 }])
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
    expect(device.operations()).toEqual([])
  })

  test('C2: a create whose answer was lost is sent again, bytes and key unchanged, and exists once', async () => {
    const { server, device, clock } = office()
    device.network.next('POST crm/clients/', 'lost-answer')
    device.network.next('GET sync/changes/', 'never-leaves')
    const key = await device.addClient()
    await device.sync()
    expect(device.operations()).toMatchObject([{ state: 'unknown', attempts: 1 }])
    await clock.pass(5_000)
    await device.settle()
    const [first, second] = device.network.sent.filter(({ method }) => method === 'POST')
    expect(second).toEqual(first)
    expect(server.records('client')).toHaveLength(1)
    expect(device.row('client', key)).toMatchObject({ id: server.records('client')[0]?.['id'], first_name: 'Ann' })
  })

  test('C2: a lost answer followed by a pull shows one row, under its first key', async () => {
    const { server, device, clock } = office()
    device.network.next('POST crm/clients/', 'lost-answer')
    const key = await device.addClient()
    await device.sync()
    expect(device.replica.allRows('client').map((row) => row.key)).toEqual([key])
    await clock.pass(10_000)
    await device.settle()
    expect(device.replica.allRows('client').map((row) => row.key)).toEqual([key])
    expect(server.effects).toHaveLength(1)
  })

  test('C3: a key still in progress is sent again and counts no attempt', async () => {
    const { server, device } = office()
    device.network.next('POST crm/clients/', {
      status: 409,
      headers: { 'retry-after': '1' },
      body: { code: 'key_in_progress' },
    })
    await device.addClient()
    await device.sync()
    expect(device.operations()).toMatchObject([{ state: 'unknown', attempts: 0 }])
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
  })

  test('C4: a record never has two requests in flight, and its edits arrive in order', async () => {
    const { server, device, clock } = office()
    await device.sync()
    device.network.latencyMs = 200
    const key = await device.addClient()
    const sending = startSync(device)
    await clock.pass(500)
    await device.edit('client', key, { phone_number: '1' })
    await clock.run(sending)
    await device.edit('client', key, { phone_number: '2' })
    await device.settle()
    expect(server.effects.map(({ method, fields }) => [method, fields['phone_number']])).toEqual([
      ['POST', ''],
      ['PATCH', '1'],
      ['PATCH', '2'],
    ])
  })

  test.each([
    ['C5: a captive portal’s page with 200', { page: 200 }],
    ['C7: a body that is cut off', 'cut-off'],
    ['C8: a proxy’s 502', { page: 502 }],
    ['C8: a JSON 500', { status: 500, body: { detail: 'Oops' } }],
    ['C27: another record’s answer', { status: 201, body: { id: 9, client_key: opId(1) } }],
  ] as const)('%s is neither success nor failure', async (_, fault) => {
    const { server, device } = office()
    device.network.next('POST crm/clients/', fault)
    await device.addClient()
    await device.sync()
    expect(device.operations()).toMatchObject([{ state: 'unknown' }])
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
  })

  test('C6: without a proven connection nothing is sent', async () => {
    const { device } = office()
    await device.addClient()
    device.network.always('GET sync/', { page: 200 })
    expect(await device.sync()).toMatchObject({ state: 'unknown-server', waiting: 1 })
    device.network.always('GET sync/', null)
    device.network.isOnline = false
    expect(await device.sync()).toMatchObject({ state: 'offline', waiting: 1 })
    expect(device.network.sent.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test.each(['GET sync/', 'GET users/profile/'])(
    'a 500 to %s is a server error, not a missing network, and nothing is sent',
    async (call) => {
      const { device } = office()
      await device.addClient()
      device.network.always(call, { status: 500 })
      expect(await device.sync()).toMatchObject({ state: 'server-error', waiting: 1 })
      expect(device.network.sent.filter(({ method }) => method !== 'GET')).toEqual([])
    },
  )

  test.each([429, 503])(
    'C9: a %i to the question whose session it is pauses sending, and the server counts as reachable',
    async (status) => {
      const { server, device, clock } = office()
      device.network.next('GET users/profile/', { status, headers: { 'retry-after': '120' } })
      await device.addClient()
      const outcome = await device.sync()
      expect(outcome?.state).toBe('paused')
      expect((outcome?.nextAttemptAt ?? 0) - clock.now()).toBeGreaterThanOrEqual(119_000)
      const before = device.network.sent.length
      await clock.pass(60_000)
      expect(await device.sync({ isManual: false })).toMatchObject({ state: 'paused', waiting: 1 })
      expect(device.network.sent).toHaveLength(before)
      await clock.pass(90_000)
      await device.settle()
      expect(server.records('client')).toHaveLength(1)
    },
  )
  test('C9 C22: 503 with Retry-After pauses all sending and counts no attempt', async () => {
    const { server, device, clock } = office()
    device.network.next('POST crm/clients/', { status: 503, headers: { 'retry-after': '120' } })
    await device.addClient()
    await device.addClient({ email: 'ben@example.com' })
    const outcome = await device.sync()
    expect(outcome?.state).toBe('paused')
    const pause = (outcome?.nextAttemptAt ?? 0) - clock.now()
    expect(pause).toBeGreaterThanOrEqual(119_000)
    expect(pause).toBeLessThanOrEqual(144_000)
    expect(device.operations().every(({ attempts }) => attempts <= 1)).toBe(true)
    const before = device.network.sent.length
    expect(await device.sync({ isManual: false })).toMatchObject({ state: 'paused' })
    expect(device.network.sent).toHaveLength(before)
    await clock.pass(150_000)
    await device.settle()
    expect(server.records('client')).toHaveLength(2)
  })

  test('C10: at most six requests are open at once', async () => {
    const { server, device } = office()
    device.network.latencyMs = 50
    for (let number = 0; number < 30; number++) await device.addClient({ email: `c${number}@example.com` })
    await device.sync()
    expect(server.records('client')).toHaveLength(30)
    expect(device.network.mostOpen()).toBe(6)
  })

  test('C10: after an outage a device waits before it sends', async () => {
    const { server, device, clock } = office()
    for (let number = 0; number < 200; number++) await device.addClient({ email: `c${number}@example.com` })
    const before = clock.now()
    await device.sync({ isManual: false, isAfterOutage: true })
    expect(server.records('client')).toHaveLength(200)
    const seconds = (clock.now() - before) / 1_000
    expect(seconds).toBeGreaterThanOrEqual(2)
    expect(seconds).toBeLessThan(5 + 1)
  })

  test('invariant 9: however many triggers fire, at most six requests are open at once', async () => {
    const { server, device, clock } = office()
    device.network.latencyMs = 100
    for (let number = 0; number < 60; number++) await device.addClient({ email: `c${number}@example.com` })
    const loop = createSyncLoop(device.ports)
    loop.start()
    for (let trigger = 0; trigger < 50; trigger++) {
      loop.poke()
      loop.onNetworkReturn()
      void loop.syncNow()
      await clock.pass(20)
    }
    expect(device.network.mostOpen()).toBeLessThanOrEqual(6)
    // Ten round trips of 100 ms have passed.
    expect(device.network.sent.length).toBeLessThanOrEqual(6 * 11)
    await clock.pass(5_000)
    expect(server.records('client')).toHaveLength(60)
    await clock.run(loop.stop())
  })

  test('C13 E9: one request that always fails does not hold up others', async () => {
    const { server, device } = office()
    const ann = await device.addClient()
    await device.sync()
    const id = device.row('client', ann)?.id
    device.network.always(`PATCH crm/clients/${id}/`, 'never-leaves')
    await device.edit('client', ann, { phone_number: '1' })
    for (const name of ['Ben', 'Cas', 'Dee']) await device.addClient({ first_name: name })
    await device.sync()
    expect(server.records('client').map((client) => client['first_name'])).toEqual(['Ann', 'Ben', 'Cas', 'Dee'])
    expect(device.operations()).toMatchObject([{ kind: 'update', state: 'waiting' }])
  })

  test('C24: a create confirmed without a body is read before its queue continues', async () => {
    const { server, device } = office()
    server.answersBare = true
    const key = await device.addClient()
    await device.sync()
    expect(device.operations()).toEqual([])
    expect(device.row('client', key)?.id).toBe(server.records('client')[0]?.['id'])
  })

  test('C26: after eight failures a record queue waits half an hour', async () => {
    const { device, clock } = office()
    device.network.always('POST crm/clients/', { status: 500 })
    await device.addClient()
    for (let round = 0; round < 8; round++) {
      await device.sync()
      await clock.pass(5 * 60_000)
    }
    expect(device.operations()[0]?.attempts).toBe(8)
    const wait = (device.operations()[0]?.nextAt ?? 0) - clock.now() + 5 * 60_000
    expect(wait).toBe(30 * 60_000)
  })

  test('C26: a laptop that slept for hours between two failures has not failed often', async () => {
    const { device, clock } = office()
    device.network.next('POST crm/clients/', { status: 500 }, { status: 500 })
    await device.addClient()
    await device.sync({ isManual: false })
    await clock.pass(2 * 3_600_000)
    await device.sync({ isManual: false })
    expect(device.operations()[0]?.attempts).toBe(2)
    expect((device.operations()[0]?.nextAt ?? 0) - clock.now()).toBeLessThanOrEqual(2_000)
  })

  test('C29: a repeated old answer does not overwrite later changes', async () => {
    const { server, device, key, id } = await anEditWithoutAnswer()
    server.put('client', { id, phone_number: '2' })
    await device.settle()
    expect(device.row('client', key)).toMatchObject({ phone_number: '2' })
    expect(server.records('client')).toMatchObject([{ phone_number: '2' }])
  })

  test('C29: after a repeated old answer the newest copy is read, even without a pull', async () => {
    const { server, device, key, id } = await anEditWithoutAnswer()
    server.put('client', { id, category: 'Both' })
    device.network.always('GET sync/changes/', 'never-leaves')
    await device.sync()
    expect(device.operations()).toEqual([])
    expect(device.row('client', key)).toMatchObject({ phone_number: '1', category: 'Both' })
  })

  test('C29: after an old answer without proof the newest copy is read, even without a pull', async () => {
    const { server, device, key, id } = await anEditWithoutAnswer()
    server.put('client', { id, category: 'Both' })
    const { handle } = server
    server.handle = (request) => {
      const answer = handle(request)
      return request.method === 'PATCH' ? { ...answer, headers: {} } : answer
    }
    device.network.always('GET sync/changes/', 'never-leaves')
    await device.sync()
    expect(device.operations()).toEqual([])
    expect(device.row('client', key)).toMatchObject({ phone_number: '1', category: 'Both' })
  })

  test('C29: an old answer not marked as a repetition does not overwrite pulled changes', async () => {
    const { server, device } = office()
    const { handle } = server
    server.handle = (request) => {
      const { headers, ...answer } = handle(request)
      const { 'idempotent-replay': _, ...others } = headers
      return { ...answer, headers: others }
    }
    const key = await device.addClient()
    await device.sync()
    device.network.next('PATCH', 'lost-answer', 'never-leaves')
    await device.edit('client', key, { phone_number: '1' })
    await device.sync()
    server.put('client', { id: Number(device.row('client', key)?.id), phone_number: '2' })
    await device.sync()
    device.network.always('GET sync/changes/', 'never-leaves')
    await device.sync()
    expect(device.operations()).toEqual([])
    expect(device.row('client', key)).toMatchObject({ phone_number: '2' })
  })

  test('F6: an edit that may have arrived is sent again as the same bytes, despite later changes elsewhere', async () => {
    const { server, device } = office()
    const key = await device.addClient({ notes: 'Garden.' })
    await device.sync()
    device.network.next('PATCH', 'lost-answer', 'never-leaves')
    await device.edit('client', key, { notes: 'Garden. Dog.' })
    await device.sync()
    server.put('client', { id: Number(device.row('client', key)?.id), notes: 'Garden. Cars.' })
    await device.settle()
    const edits = device.network.sent.filter(({ method }) => method === 'PATCH')
    expect(edits.length).toBeGreaterThanOrEqual(2)
    const bytes = edits.map(({ method, path, fields, headers }) => {
      const { 'Sync-Cursor': _, ...same } = headers
      return [method, path, fields, same]
    })
    for (const sent of bytes) expect(sent).toEqual(bytes[0])
    expect(device.operations()).toEqual([])
    expect(device.row('client', key)).toMatchObject({ notes: 'Garden. Cars.' })
  })
})

describe('faults found by random histories', () => {
  test('C29: an old answer does not restore a record deleted before it was first pulled', async () => {
    const { server, device, clock } = office()
    device.network.next('POST crm/clients/', { dies: 'after' }, { status: 503, headers: { 'retry-after': '3' } })
    await device.addClient()
    await device.sync()
    await device.sync()
    server.remove('client', Number(server.records('client')[0]?.['id']))
    await device.sync()
    await clock.pass(10_000)
    await device.settle()
    expect(device.replica.allRows('client')).toEqual([])
  })

  test('C29: a create that a pull has shown as deleted is not shown again when it is settled', async () => {
    const { server, device, clock } = office()
    device.network.next('POST crm/clients/', 'lost-answer')
    await device.addClient()
    await device.sync()
    server.remove('client', Number(server.records('client')[0]?.['id']))
    await device.sync()
    await clock.pass(10_000)
    await device.settle()
    expect(device.replica.allRows('client')).toEqual([])
    expect(device.replica.allBases()).toEqual([])
  })

  test('F8 G2: an edit behind a create with a lost answer preserves changes made elsewhere', async () => {
    const { server, device, clock } = office()
    device.network.next('POST crm/clients/', 'lost-answer')
    const key = await device.addClient({ notes: 'Garden.' })
    await device.sync()
    await device.edit('client', key, { notes: 'Garden. Dog.' })
    server.put('client', { id: Number(server.records('client')[0]?.['id']), notes: 'Garden. Cars.' })
    await device.sync()
    await clock.pass(10_000)
    await device.settle()
    expect(server.records('client')[0]?.['notes']).toContain('Cars.')
    expect(server.records('client')[0]?.['notes']).toContain('Dog.')
  })

  test('G4: an edit in flight whose record was deleted on both sides causes no conflict', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    await device.sync()
    device.network.next('PATCH', { status: 502 })
    await device.edit('client', key, { phone_number: '1' })
    await device.sync()
    await device.remove('client', key)
    server.remove('client', Number(server.records('client')[0]?.['id']))
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(device.replica.allRows('client')).toEqual([])
  })
})

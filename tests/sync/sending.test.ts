import { describe, expect, test } from 'vitest'
import type { AbortSignalLike, SyncPorts } from '#core/sync/ports.ts'
import { retryOperation } from '#core/sync/outbox-actions.ts'
import { updateRecord } from '#core/sync/record-change.ts'
import { type SyncRun, syncOnce } from '#core/sync/sync-once.ts'
import { abilitiesFrom } from '#core/sync/abilities.ts'
import { createAbort } from '#core/sync/abort.ts'
import { claim } from '#core/sync/claim.ts'
import { holdsNothing } from '#core/sync/photo-hold.ts'
import type { Sending } from '#core/sync/sending.ts'
import { settleSetback } from '#core/sync/settle.ts'
import storedInFormat1 from './stored-outbox-format-1.json' with { type: 'json' }
import { modelServer } from '#tests/support/model-server.ts'
import { syncDevice } from '#tests/support/sync-device.ts'
import { aClient, opId } from '#tests/support/sync-records.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

function office(kind: 'ours' | 'plain' = 'ours') {
  const clock = virtualClock()
  const server = modelServer(kind)
  return { clock, server, device: syncDevice(server, clock) }
}

function aRun(sender = 'tab'): SyncRun {
  return { sender, isAsked: true, isAfterOutage: false, stop: createAbort().signal, onAttempt: () => {} }
}

describe('an answer that does not come', () => {
  test('C1: what never left is tried again, and is on the server once', async () => {
    const { server, device } = office()
    device.network.next('POST crm/clients/', 'never-leaves')
    await device.addClient()
    await device.sync()
    expect(device.operations()).toMatchObject([{ state: 'waiting', attempt: null, attempts: 1 }])
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
    expect(device.operations()).toEqual([])
  })

  test('C2: a create whose answer was lost is sent again as the same bytes under the same key, and is there once', async () => {
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

  test('C3: a key that is still in progress is asked about again, and counts no attempt', async () => {
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

  test('C4: there are never two requests of one record in flight, and its edits arrive in order', async () => {
    const { server, device, clock } = office()
    device.network.latencyMs = 200
    const key = await device.addClient()
    const sending = syncOnce(device.ports, aRun())
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

  test('C6: without a proof of the connection nothing is sent', async () => {
    const { device } = office()
    await device.addClient()
    device.network.always('GET sync/', { page: 200 })
    expect(await device.sync()).toMatchObject({ state: 'unknown-server', waiting: 1 })
    device.network.always('GET sync/', null)
    device.network.isOnline = false
    expect(await device.sync()).toMatchObject({ state: 'offline', waiting: 1 })
    expect(device.network.sent.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('C9 C22: 503 with Retry-After pauses the whole server and counts no attempt', async () => {
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
    expect(await device.sync({ isAsked: false })).toMatchObject({ state: 'paused' })
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

  test('C10: after an outage a device asks at most fifty times a second, and not at once', async () => {
    const { server, device, clock } = office()
    for (let number = 0; number < 200; number++) await device.addClient({ email: `c${number}@example.com` })
    const before = clock.now()
    await device.sync({ isAsked: false, isAfterOutage: true })
    expect(server.records('client')).toHaveLength(200)
    const seconds = (clock.now() - before) / 1_000
    expect(seconds).toBeGreaterThanOrEqual(2 + (200 - 20) / 50)
    expect(seconds).toBeLessThan(5 + 200 / 50 + 1)
  })

  test('C13 E9: one request that something stops does not hold up the others', async () => {
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

  test('C19: a restored server is read anew, and what it lost is offered again', async () => {
    const { server, device, clock } = office()
    await device.addClient()
    await device.sync()
    const restore = server.backup()
    const lost = await device.addClient({ first_name: 'Ben' })
    await device.edit('client', device.replica.allRows('client')[0]?.key ?? '', { phone_number: '555' })
    await device.settle()
    restore()
    await clock.pass(11 * 60_000)
    await device.sync()
    expect(device.row('client', lost)).toMatchObject({ first_name: 'Ben' })
    expect(device.operations()).toMatchObject([
      { kind: 'update', state: 'attention', changes: { phone_number: '555' }, refusal: { code: 'server_restored' } },
      { kind: 'create', state: 'attention', refusal: { code: 'server_restored' } },
    ])
  })

  test('C19: a photo that a restored server lost goes again when the agent says so', async () => {
    const { server, device, clock } = office()
    server.put('listing', { id: 7, listing_price: 1, description: 'x', status: 'For Sale' })
    await device.sync()
    const restore = server.backup()
    const file = { blobKey: 'b', fileName: 'a.jpg', mediaType: 'image/jpeg', byteLength: 3, sha256: 'aa' }
    device.replica.keepFile(file, new Uint8Array([1, 2, 3]))
    const references = { listing: { entity: 'listing' as const, key: '7' } }
    await device.create('listing_image', { caption: '', is_primary: true }, { references, files: { image: file } })
    await device.settle()
    restore()
    await clock.pass(11 * 60_000)
    await device.sync()
    const [offered] = device.operations()
    expect(offered).toMatchObject({ entity: 'listing_image', refusal: { code: 'server_restored' } })
    await retryOperation(device.replica, offered?.opId ?? '')
    await device.settle()
    expect(server.records('listing_image')).toMatchObject([{ listing: 7 }])
    const again = device.network.sent.findLast(({ method, path }) => method === 'POST' && path.endsWith('images/'))
    expect(again?.files['image']?.bytes).toEqual(new Uint8Array([1, 2, 3]))
  })

  test('C24: a create confirmed without a body is read before its chain goes on', async () => {
    const { server, device } = office()
    server.answersBare = true
    const key = await device.addClient()
    await device.sync()
    expect(device.operations()).toEqual([])
    expect(device.row('client', key)?.id).toBe(server.records('client')[0]?.['id'])
  })

  test('C26: after eight failures a chain moves to the slow lane', async () => {
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

  test('C29: an old answer given again does not paint over what came since', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    await device.sync()
    const id = Number(device.row('client', key)?.id)
    device.network.next('PATCH', 'lost-answer')
    await device.edit('client', key, { phone_number: '1' })
    await device.sync()
    server.put('client', { id, phone_number: '2' })
    await device.settle()
    expect(device.row('client', key)).toMatchObject({ phone_number: '2' })
    expect(server.records('client')).toMatchObject([{ phone_number: '2' }])
  })
})

/** A tab that the system stops at an instant: from then on it neither writes nor beats, and its answers come late. */
function frozenAfter(ports: SyncPorts, at: number): SyncPorts {
  return {
    ...ports,
    clock: {
      ...ports.clock,
      sleep: (ms, signal) => (ports.clock.now() + ms > at ? untilAborted(signal) : ports.clock.sleep(ms, signal)),
    },
  }
}

function untilAborted(signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
}

describe('who sends', () => {
  test('B1 B2: two tabs that send together send everything once', async () => {
    const { server, device, clock } = office()
    device.network.latencyMs = 30
    for (let number = 0; number < 8; number++) await device.addClient({ email: `c${number}@example.com` })
    const outcomes = await clock.run(
      Promise.all([syncOnce(device.ports, aRun('tab')), syncOnce(device.anotherTab(), aRun('worker'))]),
    )
    expect(outcomes.map(({ state }) => state).toSorted()).toEqual(['busy', 'idle'])
    expect(server.records('client')).toHaveLength(8)
    expect(device.network.sent.filter(({ method }) => method === 'POST')).toHaveLength(8)
  })

  test('B5: a sender that falls silent for 30 s is replaced, and its late answer still counts', async () => {
    const { server, device, clock } = office()
    let answer = () => {}
    device.network.next('POST crm/clients/', { until: new Promise((resolve) => (answer = resolve)) })
    await device.addClient()
    const frozen = frozenAfter(device.ports, clock.now() + 1_000)
    const first = syncOnce(frozen, aRun('frozen tab'))
    await clock.pass(20_000)
    expect(await clock.run(syncOnce(device.anotherTab(), aRun('other tab')))).toMatchObject({
      state: 'busy',
    })
    await clock.pass(20_000)
    const second = await clock.run(syncOnce(device.anotherTab(), aRun('other tab')))
    expect(device.events).toContain('sync.steal')
    expect(device.events).toContain('sync.takeover')
    expect(second).toMatchObject({ waiting: 0 })
    answer()
    await clock.run(first)
    expect(server.records('client')).toHaveLength(1)
    expect(device.operations()).toEqual([])
    expect(device.replica.allRows('client')).toHaveLength(1)
  })

  test.each(['before', 'after'] as const)(
    'B6 E2: a sender that dies %s the server acted leaves one record',
    async (dies) => {
      const { server, device } = office()
      device.network.next('POST crm/clients/', { dies })
      const key = await device.addClient()
      expect(await device.sync()).toBeNull()
      expect(device.operations()).toMatchObject([{ state: 'sending' }])
      await device.settle()
      expect(server.records('client')).toHaveLength(1)
      expect(device.replica.allRows('client')).toMatchObject([{ key, id: server.records('client')[0]?.['id'] }])
    },
  )

  test('B17: an operation that was settled meanwhile is not claimed', async () => {
    const { server, device, clock } = office()
    const key = await device.addClient()
    await device.sync()
    await device.edit('client', key, { phone_number: '1' })
    device.network.latencyMs = 100
    const sending = syncOnce(device.ports, aRun())
    await clock.pass(150)
    await device.replica.transact('write', async (store) => {
      await store.deleteOperations((await store.operations(0, 10)).map(({ seq }) => seq))
    })
    await clock.run(sending)
    expect(server.effects.map(({ method }) => method)).toEqual(['POST'])
  })
})

describe('what histories have found', () => {
  test('C29: an old answer does not bring back a record that was deleted before it was first pulled', async () => {
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

  test('C29: a create that a pull has shown deleted is not painted again when it is settled', async () => {
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

  test('F8 G2: an edit behind a create whose answer was lost keeps what others wrote in between', async () => {
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

  test('G4: an edit that was in flight when the agent and the office deleted the record asks nothing', async () => {
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

describe('a sender that was replaced', () => {
  const aSending = (ports: SyncPorts): Sending => ({
    ports,
    abilities: abilitiesFrom(['idempotency', 'etag', 'changes', 'images']),
    isHeld: holdsNothing,
    sender: 'old',
    stop: createAbort().signal,
    onAttempt: () => {},
  })

  test('B5: its late failure changes nothing of the newer attempt', async () => {
    const { device } = office()
    await device.addClient()
    const sending = aSending(device.ports)
    const [operation] = device.operations()
    if (operation === undefined) throw new Error('There is no operation.')
    const claimed = await device.replica.transact('write', (store) => claim(store, sending, operation.seq, null))
    if (claimed.kind !== 'claimed') throw new Error('It was not claimed.')
    const newer = { ...claimed.ready.operation, attempts: 2 }
    await device.replica.transact('write', (store) => store.putOperation(newer))
    await device.replica.transact('write', (store) =>
      settleSetback(store, sending, claimed.ready.operation, claimed.before, { kind: 'not-sent' }),
    )
    expect(device.operations()).toEqual([newer])
  })

  test('C13: what something on the way stops for a day, while all else goes, is shown to the agent', async () => {
    const { device, clock } = office()
    await device.addClient()
    await device.sync()
    device.network.always('PATCH', 'never-leaves')
    await device.edit('client', device.replica.allRows('client')[0]?.key ?? '', { phone_number: '1' })
    for (let round = 0; round < 60; round++) {
      await device.sync()
      await clock.pass(31 * 60_000)
    }
    expect(device.operations()).toMatchObject([{ state: 'attention', refusal: { code: 'unreachable' } }])
  })

  test('B17 invariant 3: what is not the first of its chain is never claimed, whoever asks', async () => {
    const { device } = office()
    const key = await device.addClient()
    await device.sync()
    device.network.always('PATCH', { status: 500 })
    await device.edit('client', key, { phone_number: '1' })
    await device.sync()
    await device.edit('client', key, { phone_number: '2' })
    const second = device.operations()[1]
    if (second === undefined) throw new Error('There is no second operation.')
    const claimed = await device.replica.transact('write', (store) =>
      claim(store, aSending(device.ports), second.seq, null),
    )
    expect(claimed.kind).toBe('nothing-to-send')
    expect(device.operations()[1]).toEqual(second)
  })
})

describe('accounts', () => {
  test('D1: a session that ended pauses everything, counts no attempt, and the same operation goes on afterwards', async () => {
    const { server, device } = office()
    await device.addClient()
    device.network.next('POST crm/clients/', { status: 401 })
    expect(await device.sync()).toMatchObject({ state: 'needs-login' })
    expect(device.operations()).toMatchObject([{ state: 'needs-login', attempts: 0, revision: 1 }])
    server.signedInAs = null
    expect(await device.sync()).toMatchObject({ state: 'needs-login', waiting: 1 })
    server.signedInAs = 1
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
  })

  test('D3: a stale anti-forgery token is renewed and the request sent once more', async () => {
    const { server, device } = office()
    device.network.next('POST crm/clients/', { status: 403, body: { code: 'csrf_failed' } })
    await device.addClient()
    await device.sync()
    expect(device.network.renewals()).toBe(1)
    expect(server.records('client')).toHaveLength(1)
  })

  test('D4 D7: nothing of one agent is sent in another’s session', async () => {
    const { server, device } = office()
    server.signedInAs = 2
    await device.addClient()
    expect(await device.sync()).toMatchObject({ state: 'wrong-agent', waiting: 1 })
    expect(device.network.sent.filter(({ method }) => method !== 'GET')).toEqual([])
    server.signedInAs = 1
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
  })

  test('D7: another agent’s records never come into this mirror', async () => {
    const { server, device } = office()
    server.put('client', { first_name: 'Of agent 2' })
    const handle = server.handle
    server.handle = (request) => {
      if (request.path.startsWith('sync/changes/')) server.signedInAs = 2
      return handle(request)
    }
    expect(await device.sync()).toMatchObject({ state: 'wrong-agent' })
    expect(device.replica.allRows('client')).toEqual([])
  })

  test('D7: a session that changes hands in the middle of a drain stops it at the server', async () => {
    const { server, device } = office()
    await device.addClient()
    const handle = server.handle
    server.handle = (request) => {
      const answer = handle(request)
      if (request.path === 'users/profile/') server.signedInAs = 2
      return answer
    }
    expect(await device.sync()).toMatchObject({ state: 'wrong-agent', waiting: 1 })
    expect(server.records('client')).toEqual([])
  })
})

describe('references and order', () => {
  test('E1 E5: a property, its listing, an edit and a photo made offline arrive in order without a local key', async () => {
    const { server, device } = office()
    const property = await device.create('property', { address: '3526 High St', city: 'Sacramento' })
    const listing = await device.create(
      'listing',
      { listing_price: 250_000, description: 'Light', status: 'For Sale' },
      {
        references: { property: { entity: 'property', key: property } },
        shown: { property: { address: '3526 High St' } },
      },
    )
    const file = { blobKey: 'b1', fileName: 'a.jpg', mediaType: 'image/jpeg', byteLength: 3, sha256: 'abc' }
    device.replica.keepFile(file, new Uint8Array([1, 2, 3]))
    const photo = await device.create(
      'listing_image',
      { caption: '', is_primary: true },
      {
        references: { listing: { entity: 'listing', key: listing } },
        files: { image: file },
      },
    )
    expect(device.row('listing', listing)).toMatchObject({
      property_key: property,
      property: { address: '3526 High St' },
    })
    await device.settle()
    expect(server.effects.map(({ path }) => path.replaceAll(/\d+/g, '#'))).toEqual([
      'properties/properties/',
      'listings/',
      'listings/#/images/',
    ])
    expect(JSON.stringify(device.network.sent)).not.toContain('local-')
    expect(server.records('listing')).toMatchObject([{ property: { address: '3526 High St' } }])
    expect(device.row('listing', listing)).toMatchObject({
      property: { address: '3526 High St' },
      listing_price: 250_000,
    })
    expect(device.row('listing_image', photo)).toMatchObject({
      listing_key: listing,
      image: expect.stringContaining('/photos/'),
    })
    expect(device.row('listing_image', photo)).not.toHaveProperty('image_file')
    // Kept for some days, in case the server is restored from a backup (C19).
    expect(device.replica.fileKeys()).toHaveLength(1)
  })

  test('E5: a text that holds a local key is never sent', async () => {
    const { server, device } = office()
    await device.addClient({ notes: `See /clients/local-${opId(7)}` })
    await device.sync()
    expect(server.records('client')).toEqual([])
    expect(device.operations()).toMatchObject([{ state: 'attention', refusal: { code: 'local_key' } }])
  })

  test('E6 H3: a refused parent blocks its children only; mending it frees them', async () => {
    const { server, device } = office()
    device.network.next('POST properties/', { status: 400, body: { address: ['Too short.'] } })
    const property = await device.create('property', { address: 'X' })
    await device.create(
      'listing',
      { listing_price: 1 },
      { references: { property: { entity: 'property', key: property } } },
    )
    await device.addClient()
    await device.sync()
    expect(server.records('client')).toHaveLength(1)
    expect(device.operations()).toMatchObject([
      { entity: 'property', state: 'attention', refusal: { fieldErrors: { address: 'Too short.' } } },
      { entity: 'listing', state: 'blocked' },
    ])
    await device.edit('property', property, { address: '1 Long Street' })
    await device.settle()
    expect(server.effects.map(({ key }) => key?.split(':')[1])).toEqual(['1', '2', '1'])
    expect(server.records('listing')).toMatchObject([{ property: { address: '1 Long Street' } }])
  })

  test('E10: a delete waits for an attempted photo of its listing', async () => {
    const { server, device } = office()
    server.put('property', { id: 5, address: 'A' })
    const listing = await device.create(
      'listing',
      { listing_price: 1 },
      { references: { property: { entity: 'property', key: '5' } } },
    )
    await device.sync()
    const file = { blobKey: 'b', fileName: 'a.jpg', mediaType: 'image/jpeg', byteLength: 1, sha256: 's' }
    device.replica.keepFile(file, new Uint8Array([1]))
    await device.create(
      'listing_image',
      { caption: '' },
      { references: { listing: { entity: 'listing', key: listing } }, files: { image: file } },
    )
    device.network.next('images/', 'lost-answer')
    await device.sync()
    await device.remove('listing', listing)
    await device.settle()
    expect(server.effects.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE'])
    expect(server.records('listing_image')).toEqual([])
    expect(device.replica.allRows('listing_image')).toEqual([])
  })

  test('E11: ids that come as text and as numbers are the same', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    device.network.next('POST crm/clients/', { status: 201, body: { id: '77', first_name: 'Ann' } })
    server.put('client', { id: 77, first_name: 'Ann' })
    await device.sync()
    expect(device.replica.allRows('client')).toMatchObject([{ key, id: 77 }])
  })

  test('C12: records go before photos', async () => {
    const { server, device } = office()
    server.put('listing', { id: 8, listing_price: 1 })
    await device.sync()
    for (let number = 0; number < 3; number++) {
      const file = { blobKey: `b${number}`, fileName: 'a.jpg', mediaType: 'image/jpeg', byteLength: 1, sha256: 's' }
      device.replica.keepFile(file, new Uint8Array([1]))
      await device.create(
        'listing_image',
        { caption: `${number}` },
        { references: { listing: { entity: 'listing', key: '8' } }, files: { image: file } },
      )
    }
    device.network.latencyMs = 10
    await device.addClient()
    await device.sync()
    expect(server.effects[0]).toMatchObject({ path: 'crm/clients/' })
    expect(server.records('listing_image')).toHaveLength(3)
  })
})

describe('stored operations of other versions', () => {
  test('J1: an outbox that the first released format left behind is read and sent', async () => {
    const { server, device } = office()
    server.put('client', { id: 7, first_name: 'Ann', notes: '' })
    await device.sync()
    for (const operation of storedInFormat1) device.replica.storeRaw(operation)
    await device.settle()
    expect(device.replica.unreadable()).toEqual([])
    expect(server.effects.map(({ method, path }) => `${method} ${path.replace(/\d+/, '#')}`)).toEqual([
      'POST crm/clients/',
      'PATCH crm/clients/#/',
    ])
  })

  test('A11 H4: one that cannot be read is kept for the agent and stops nothing', async () => {
    const { server, device } = office()
    device.replica.storeRaw({ opId: 'x', format: 1, kind: 'teleport', payload: 'what the agent typed' })
    await device.addClient()
    await device.sync()
    expect(server.records('client')).toHaveLength(1)
    expect(device.replica.unreadable()).toMatchObject([{ raw: { payload: 'what the agent typed' } }])
  })

  test('J3: one of a newer version is left alone, with all that stands behind it', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    await device.sync()
    await device.edit('client', key, { phone_number: '1' })
    const [operation] = device.operations()
    if (operation === undefined) throw new Error('There is no operation.')
    await device.replica.transact('write', (store) => store.putOperation({ ...operation, format: 2 }))
    await updateRecord(device.replica, device.ports.clock, {
      opId: opId(9),
      entity: 'client',
      key,
      opened: aClient({ phone_number: '1' }),
      changes: aClient({ phone_number: '1', category: 'Both' }),
    })
    await device.sync()
    expect(server.effects.map(({ method }) => method)).toEqual(['POST'])
    expect(device.operations().map(({ format }) => format)).toEqual([2, 1])
  })
})

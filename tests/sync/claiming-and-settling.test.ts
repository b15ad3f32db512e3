import { describe, expect, test } from 'vitest'
import { judge } from '#core/sync/requests/answers.ts'
import { createAbort } from '#core/sync/abort.ts'
import { capabilitiesFrom, type SendingContext } from '#core/sync/sending/sending-context.ts'
import { SendQueue, toQueueEntry } from '#core/sync/sending/record-queue.ts'
import { claim } from '#core/sync/sending/send-operation.ts'
import { newOperation } from '#core/sync/records/operations.ts'
import { operationFormat } from '#core/sync/operation.ts'
import { noHolds } from '#core/sync/sending/hold-policy.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { syncDevice, type SyncDevice } from '#tests/support/sync-device.ts'
import { answerCreates, office, startSync } from '#tests/support/sync-office.ts'
import { opId } from '#tests/support/sync-records.ts'
import { isProbe } from '#tests/support/model-server.ts'

/* Operations between "sent" and "settled". Each of these tests caught a planted bug that no other test caught. */

const capabilities = capabilitiesFrom(['idempotency', 'etag', 'changes', 'images'])

function sendingOf(device: SyncDevice): SendingContext {
  return {
    ports: device.ports,
    capabilities,
    holdReasonOf: noHolds,
    sender: 'tab',
    stop: createAbort().signal,
    onAttempt: () => {},
  }
}

function sentWrites(device: SyncDevice): string[] {
  return device.network.sent.flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]))
}

async function aListingWithPhoto(device: SyncDevice) {
  const property = await device.create('property', { address: '1 High St' })
  const listing = await device.addListing(property)
  await device.sync()
  await device.addPhoto(listing)
  return listing
}

describe('claiming operations', () => {
  test('B1 B17: an operation that another sender is sending is not claimed again', async () => {
    const { device } = office()
    await device.addClient()
    const [operation] = device.operations()
    const claimOnce = () =>
      device.replica.transact('write', (tx) => claim(tx, sendingOf(device), operation?.seq ?? 0, null))
    expect(await claimOnce()).not.toBeNull()
    expect(await claimOnce()).toBeNull()
    expect(device.operations()).toMatchObject([{ attempts: 1 }])
  })

  test.each(['ours', 'plain'] as const)(
    'D4: an operation of another agent is never sent to %s server',
    async (kind) => {
      const { device } = office(kind)
      const made = { owner: '2', opId: opId(5), entity: 'client' as const, key: 'local-5', kind: 'create' as const }
      await device.replica.transact('write', (tx) => tx.addOperation(newOperation({ ...made, madeAt: 0 })))
      await device.sync()
      expect(sentWrites(device)).toEqual([])
      expect(device.operations()).toMatchObject([{ owner: '2', state: 'queued', attempts: 0 }])
    },
  )

  test('C12: of six requests at most two are photos', () => {
    const line = new SendQueue()
    for (let seq = 1; seq <= 6; seq++) {
      const made = { owner: '1', opId: opId(seq), entity: 'listing_image' as const, key: `local-${seq}`, madeAt: 0 }
      const operation = { ...newOperation({ ...made, kind: 'create' }), seq, format: operationFormat }
      line.add(toQueueEntry(operation, capabilities))
    }
    for (let photos = 0; photos < 2; photos++) line.start([line.next(0)!])
    expect(line.next(0)).toBeNull()
  })

  test('E10: a listing’s deletion waits until it is certain whether its photo has arrived', async () => {
    const { device } = office()
    const listing = await aListingWithPhoto(device)
    device.network.next('images/', 'lost-request')
    await device.sync()
    await device.remove('listing', listing)
    await device.settle()
    const writes = sentWrites(device).filter(
      (write) => !write.startsWith('POST properties') && write !== 'POST listings/',
    )
    expect(writes.map((write) => write.replaceAll(/\d+/g, '…'))).toEqual([
      'POST listings/…/images/',
      'POST listings/…/images/',
      'DELETE listings/…/',
    ])
  })

  test('E10: a photo refused after its listing was deleted needs no decision', async () => {
    const { clock, device } = office()
    const listing = await aListingWithPhoto(device)
    device.network.latencyMs = 100
    device.network.next('images/', { status: 413, body: { code: 'too_large' } })
    const sending = startSync(device)
    await clock.pass(250)
    await device.remove('listing', listing)
    await clock.run(sending)
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(device.replica.fileKeys()).toEqual([])
  })
})

describe('judging answers', () => {
  test('C5: a captive portal’s page with 200 confirms no deletion', () => {
    const page = { kind: 'answered' as const, status: 200, headers: {}, body: undefined, bodyKind: 'other' as const }
    const ports = { clock: { now: () => 0 }, random: () => 0 }
    expect(judge(page, ports, { kind: 'delete', id: 7, opId: opId(1) })).toMatchObject({ kind: 'unknown' })
  })

  test('C9 C22: an operation answered 503 may have arrived and is frozen; no attempt is counted', async () => {
    const { device } = office()
    device.network.next('POST crm/', { status: 503, headers: { 'retry-after': '60' } })
    const key = await device.addClient()
    await device.sync()
    expect(device.operations()).toMatchObject([
      { state: 'unknown', attempts: 0, attempt: { sender: expect.any(String) } },
    ])
    await device.edit('client', key, { phone_number: '5' })
    expect(device.operations()).toHaveLength(2)
  })

  test('C6: after untrustworthy answers the server is probed before anything else is sent', async () => {
    const { server, device } = office()
    await device.sync()
    for (let number = 1; number <= 8; number++) await device.addClient({ email: `${number}@example.com` })
    const lost = Array.from({ length: 6 }, () => ({ page: 502 }))
    device.network.next('POST crm/', ...lost)
    // The first probe is answered by the server, the second by a captive portal.
    device.network.next('GET users/', { status: 200, body: { id: 1, username: 'ann' } })
    const send = device.ports.server.send
    let probes = 0
    device.ports.server.send = (request, signal) => {
      if (isProbe(request) && ++probes > 1) {
        const headers = { 'content-type': 'text/html' }
        return Promise.resolve({ kind: 'answered', status: 200, headers, body: undefined, bodyKind: 'other' })
      }
      return send(request, signal)
    }
    expect(await device.sync()).toMatchObject({ state: 'offline' })
    expect(sentWrites(device)).toHaveLength(6)
    expect(server.effects).toEqual([])
  })

  test('F8 G12: a value that the server normalized does not conflict with the edit behind it', async () => {
    const { clock, server, device } = office()
    const handle = server.handle
    server.handle = (request) => {
      const phone = request.fields['phone_number']
      const stored = typeof phone === 'string' && phone !== '' ? { phone_number: `+1 ${phone}` } : {}
      return handle({ ...request, fields: { ...request.fields, ...stored } })
    }
    const other = syncDevice(server, clock, 2)
    const key = await other.addClient()
    await other.sync()
    other.network.latencyMs = 100
    await other.edit('client', key, { phone_number: '555' })
    const sending = startSync(other)
    await clock.pass(250)
    await other.edit('client', key, { phone_number: '777' })
    await clock.run(sending)
    await other.settle()
    expect(device.operations()).toEqual([])
    expect(other.operations()).toEqual([])
    expect(server.records('client')).toMatchObject([{ phone_number: '+1 777' }])
  })

  test('G10: a create confirmed by a pull is not sent again', async () => {
    const { clock, device } = office()
    device.network.next('POST crm/', 'lost-answer')
    await device.addClient()
    await device.sync()
    await clock.pass(60_000)
    await device.settle()
    expect(sentWrites(device)).toEqual(['POST crm/clients/'])
  })

  test.each([{ odd: true }, { id: 7 }])(
    'C23: each operation of a batch answered with %o may have arrived',
    async (body) => {
      const { server, device } = office()
      server.offersBatch = true
      device.network.next('POST sync/batch/', { status: 200, body })
      device.network.next('GET sync/changes/', 'never-leaves')
      await device.addClient()
      await device.addClient({ email: 'ben@example.com' })
      await device.sync()
      expect(device.operations()).toMatchObject([{ state: 'unknown' }, { state: 'unknown' }])
    },
  )

  test('records that the server identifies as one become one row with all their children', async () => {
    const { server, device } = office()
    const there = server.put('property', { address: '1 High St' })
    answerCreates(server, 'properties/', 200, there)
    for (const price of [1, 2]) {
      const property = await device.create('property', { address: '1 High St' })
      await device.addListing(property, { listing_price: price })
    }
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(device.replica.allRows('property')).toHaveLength(1)
    expect(server.records('listing')).toMatchObject([
      { property: { id: there['id'] } },
      { property: { id: there['id'] } },
    ])
  })
})

describe('storing and reading', () => {
  test('A15: a tour of unsent listings is created once, however often its form is saved', async () => {
    const { clock, server, device } = office()
    const property = await device.create('property', { address: '1 High St' })
    const listing = await device.addListing(property)
    const changes = { client_email: 'jo@example.com', tour_date: '2026-11-23', selected_listings: [listing] }
    const save = () => createRecord(device.replica, clock, { opId: opId(9), entity: 'tour', changes })
    const saved = await save()
    expect(await save()).toEqual(saved)
    await device.settle()
    // The page ended before it reported the save, and the form opens again with its draft.
    expect(await save()).toEqual(saved)
    await device.settle()
    expect(server.records('tour')).toHaveLength(1)
  })

  test('G15: rows that could not be stored are pulled again, because the cursor is stored with them', async () => {
    const { server, device } = office()
    await device.sync()
    server.put('client', { id: 7, first_name: 'Ann' })
    const { transact } = device.ports.replica
    let isFull = true
    device.ports.replica.transact = (mode, work) =>
      transact(mode, (tx) =>
        work({
          ...tx,
          putRows: (entity, rows) => {
            const failsNow = isFull && rows.length > 0
            if (failsNow) isFull = false
            return failsNow ? Promise.reject(new Error('The disk is full.')) : tx.putRows(entity, rows)
          },
        }),
      )
    await expect(device.sync()).rejects.toThrow('The disk is full.')
    await device.sync()
    expect(device.replica.allRows('client')).toMatchObject([{ id: 7 }])
  })

  test('G13: a list shorter than its stated length removes nothing', async () => {
    const { server, device } = office('plain')
    for (let id = 1; id <= 10; id++) server.put('client', { id, first_name: `C${id}` })
    await device.sync()
    const nine = server.records('client').slice(1)
    device.network.always('GET crm/clients/', { status: 200, body: { results: nine, count: 10, next: null } })
    await device.sync()
    expect(device.replica.allRows('client')).toHaveLength(10)
  })
})

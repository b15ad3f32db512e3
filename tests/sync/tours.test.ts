import { describe, expect, test } from 'vitest'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import type { Fields } from '#core/contract/json.ts'
import { discardOperation, restoreDeleted } from '#core/sync/resolving/outbox-actions.ts'
import { modelServer } from '#tests/support/model-server.ts'
import { syncDevice, type SyncDevice } from '#tests/support/sync-device.ts'
import { opId } from '#tests/support/sync-records.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

function office(kind: 'ours' | 'plain') {
  const clock = virtualClock()
  const server = modelServer(kind)
  server.put('property', { id: 5, address: '1 High St' })
  server.put('listing', { id: 7, listing_price: 1, description: 'Old', status: 'For Sale' })
  return { clock, server, device: syncDevice(server, clock) }
}

const house = { listing_price: 250_000, description: 'Light', status: 'For Sale' }

function aListing(device: SyncDevice): Promise<string> {
  return device.addListing('5', house)
}

function stopAt(listing_id: number | string, order: number): Fields {
  return {
    order,
    stop_id: `stop-${order}`,
    listing_id,
    listing_address: `${order} High St`,
    listing_city: 'Salem',
    duration_minutes: 30,
    estimated_arrival: `09:${order}0:00`,
    estimated_departure: `09:${order}5:00`,
  }
}

function aTour(device: SyncDevice, listings: (number | string)[], planning: 'given' | 'best' = 'best') {
  const changes = {
    client_email: 'jo@example.com',
    tour_date: '2026-11-23',
    start_time: '09:00:00',
    end_time: '17:00:00',
    selected_listings: listings,
    preferences: { min_duration_per_property: 30 },
    planning,
    stops: listings.map((id, index) => stopAt(id, index + 1)),
    lunch: null,
    dropped: [],
    total_distance: 3.5,
    estimated_duration: 70,
  }
  return device.create('tour', changes, { shown: { status: 'scheduled', steps: [] } })
}

const arrived = (id: string) => ({ id, kind: 'arrived', stop_id: 'stop-1', at: '09:12:00' })

function noteStep(device: SyncDevice, key: string, id: string): Promise<void> {
  const steps = device.row('tour', key)?.['steps']
  return device.edit('tour', key, { steps: [...(Array.isArray(steps) ? steps : []), arrived(id)] })
}

describe('a tour on our server', () => {
  test('a tour waits for its listing that was created offline, and never sends a local key', async () => {
    const { server, device } = office('ours')
    await device.sync()
    const listing = await aListing(device)
    const tour = await aTour(device, [listing, 7])
    await device.settle()
    const [made] = server.records('tour')
    const id = device.row('listing', listing)?.id
    expect(made).toMatchObject({
      selected_listings: [id, 7],
      stops: [{ listing_id: id, stop_id: 'stop-1' }, { listing_id: 7 }],
      preferred_start_time: '09:00:00',
      total_distance: 3.5,
    })
    const posts = device.network.sent.filter(({ method }) => method === 'POST').map(({ path }) => path)
    expect(posts).toEqual(['listings/', 'tours/tours/intelligent-create/'])
    expect(JSON.stringify(device.network.sent.map(({ path, fields }) => ({ path, fields })))).not.toContain('local-')
    expect(device.row('tour', tour)).toMatchObject({ id: made?.['id'], selected_listings: [id, 7] })
  })

  test('visit lengths refer to listing ids, and stay on the device of a plain server', async () => {
    for (const kind of ['ours', 'plain'] as const) {
      const { server, device } = office(kind)
      await device.sync()
      const listing = await aListing(device)
      const tour = await aTour(device, [listing, 7])
      await device.edit('tour', tour, { visit_lengths: [{ listing_id: listing, minutes: 75 }] })
      await device.settle()
      const kept = [{ listing_id: device.row('listing', listing)?.id, minutes: 75 }]
      expect(device.row('tour', tour)).toMatchObject({ visit_lengths: kept })
      const [made] = server.records('tour')
      if (kind === 'ours') expect(made).toMatchObject({ visit_lengths: kept })
      else expect(made).not.toHaveProperty('visit_lengths')
    }
  })

  test('the journal names a new tour by the id that the server assigned', async () => {
    const { device } = office('ours')
    const tour = await aTour(device, [7])
    await device.settle()
    const titles = device.replica.journal().map(({ title }) => title)
    expect(titles).toEqual([`Tour #${String(device.row('tour', tour)?.id)}`])
  })

  test('a given order is sent to auto-create, with the field names of tours', async () => {
    const { server, device } = office('ours')
    await aTour(device, [7], 'given')
    await device.settle()
    expect(server.effects).toMatchObject([
      { path: 'tours/tours/auto-create/', fields: { start_time: '09:00:00', end_time: '17:00:00' } },
    ])
  })

  test('C2: a tour whose answer was lost is sent again unchanged, and created once', async () => {
    const { server, device } = office('ours')
    await device.sync()
    const listing = await aListing(device)
    device.network.next('POST tours/tours/intelligent-create/', 'lost-answer')
    await aTour(device, [listing])
    await device.settle()
    expect(server.records('tour')).toHaveLength(1)
    const sent = device.network.sent.filter(({ path }) => path.startsWith('tours/'))
    expect(new Set(sent.map(({ fields }) => JSON.stringify(fields))).size).toBe(1)
  })

  test('deleting a listing that was never sent leaves its stop in the tour', async () => {
    const { server, device } = office('ours')
    await device.sync()
    const listing = await aListing(device)
    const tour = await aTour(device, [7, listing])
    await deleteRecord(device.replica, { now: () => 0 }, { opId: opId(900), entity: 'listing', key: listing })
    await device.settle()
    expect(server.records('tour')).toMatchObject([
      { selected_listings: [7], stops: [{ listing_id: 7 }, { listing_id: null, listing_address: '2 High St' }] },
    ])
    expect(device.row('tour', tour)).toMatchObject({ selected_listings: [7] })
  })

  test('discarding a listing in the Outbox does not discard the tour', async () => {
    const { server, device } = office('ours')
    await device.sync()
    const listing = await aListing(device)
    await aTour(device, [7, listing])
    const create = device.operations().find(({ entity }) => entity === 'listing')
    await discardOperation(device.replica, { now: () => 0 }, create?.opId ?? '')
    await device.settle()
    expect(server.records('tour')).toMatchObject([{ selected_listings: [7] }])
  })

  test('F10: each step of an offline tour run is an operation of its own, and they arrive in order', async () => {
    const { server, device } = office('ours')
    const tour = await aTour(device, [7])
    await device.edit('tour', tour, { status: 'in_progress' })
    await noteStep(device, tour, 'a')
    await noteStep(device, tour, 'b')
    await device.edit('tour', tour, { status: 'completed' })
    expect(device.operations().map(({ kind }) => kind)).toEqual(['create', 'update', 'update', 'update', 'update'])
    await device.settle()
    expect(server.effects.map(({ fields }) => fields['status'])).toEqual([
      undefined,
      'in_progress',
      undefined,
      undefined,
      'completed',
    ])
    expect(server.records('tour')).toMatchObject([{ status: 'completed', steps: [{ id: 'a' }, { id: 'b' }] }])
  })

  test('steps noted offline on two devices are merged', async () => {
    const { server, device, clock } = office('ours')
    const tour = await aTour(device, [7])
    await device.settle()
    const other = syncDevice(server, clock, 2)
    await other.sync()
    const key = other.replica.allRows('tour')[0]?.key ?? ''
    await noteStep(device, tour, 'here')
    await noteStep(other, key, 'there')
    await device.settle()
    await other.settle()
    await device.sync()
    const steps = device.row('tour', tour)?.['steps'] as { id: string }[]
    expect(steps.map(({ id }) => id).toSorted()).toEqual(['here', 'there'])
    expect(other.row('tour', key)?.['steps']).toEqual(steps)
  })

  test('G4: a tour that was deleted elsewhere and recreated still has its listings', async () => {
    const { server, device } = office('ours')
    const tour = await aTour(device, [7])
    await device.settle()
    server.remove('tour', device.row('tour', tour)?.id ?? 0)
    await device.edit('tour', tour, { client_email: 'sam@example.com' })
    await device.settle()
    const [conflict] = device.operations()
    await restoreDeleted(device.replica, { now: () => 0 }, conflict?.opId ?? '', opId(901))
    await device.settle()
    expect(server.records('tour')).toMatchObject([{ client_email: 'sam@example.com', selected_listings: [7] }])
  })
})

describe('a tour on a plain server', () => {
  test('only specified fields are sent, and the differences of the server’s plan are shown', async () => {
    const { server, device } = office('plain')
    const tour = await aTour(device, [7])
    await device.settle()
    expect(server.effects).toMatchObject([{ path: 'tours/tours/intelligent-create/' }])
    expect(Object.keys(server.effects[0]?.fields ?? {}).toSorted()).toEqual([
      'client_email',
      'preferences',
      'preferred_end_time',
      'preferred_start_time',
      'selected_listings',
      'tour_date',
    ])
    const row = device.row('tour', tour)
    expect(row).toMatchObject({
      stops: [{ listing_address: 'Home 7', estimated_arrival: '10:00:00' }],
      stops_shown_here: [{ listing_address: '1 High St', estimated_arrival: '09:10:00' }],
    })
    // The difference stays visible after each later pull.
    await device.sync({ isManual: true })
    expect(device.row('tour', tour)?.['stops_shown_here']).toEqual(row?.['stops_shown_here'])
  })

  test('listings available for tours are pulled; an error of that call stops no other list', async () => {
    const { server, device } = office('plain')
    server.put('available_listing', { id: 77, property: { address: '9 Other St', city: 'Salem', state: 'OR' } })
    await device.sync()
    expect(device.replica.allRows('available_listing')).toMatchObject([{ id: 77, property: { address: '9 Other St' } }])
    server.put('client', { id: 8, first_name: 'Ann', email: 'ann@x.org' })
    device.network.next('GET listings/available/', { status: 400, body: { tour_date: ['Enter a date.'] } })
    await device.sync({ isManual: true })
    expect(device.replica.allRows('client')).toHaveLength(1)
    expect(device.replica.allRows('available_listing')).toHaveLength(1)
  })

  test('a tour run is preserved on the device although a plain server does not store its steps', async () => {
    const { server, device } = office('plain')
    const tour = await aTour(device, [7], 'given')
    await device.settle()
    await device.edit('tour', tour, { status: 'in_progress' })
    await noteStep(device, tour, 'a')
    await device.settle()
    await device.sync({ isManual: true })
    expect(device.operations()).toEqual([])
    expect(device.row('tour', tour)).toMatchObject({ status: 'in_progress', steps: [{ id: 'a' }], planning: 'given' })
    expect(server.records('tour')).toMatchObject([{ status: 'in_progress' }])
    // Fields that the server cannot store are not sent, not even as an empty request.
    expect(
      server.effects.map(({ method, fields }) => [method, Object.keys(fields).length > 0, 'steps' in fields]),
    ).toEqual([
      ['POST', true, false],
      ['PUT', true, false],
    ])
  })

  test('K3: a tour whose answer was lost is found by its specified fields', async () => {
    const { server, device } = office('plain')
    device.network.next('POST tours/tours/auto-create/', 'lost-answer')
    const tour = await aTour(device, [7], 'given')
    await device.settle()
    expect(server.records('tour')).toHaveLength(1)
    expect(device.row('tour', tour)?.id).toBe(server.records('tour')[0]?.['id'])
  })
})

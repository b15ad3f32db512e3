import { describe, expect, test } from 'vitest'
import type { Fields } from '#core/contract/json.ts'
import { createAbort } from '#core/sync/abort.ts'
import { pullVisits } from '#core/sync/plain/pull-visits.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { recreateParent } from '#core/sync/resolving/missing-parent.ts'
import { discardOperation, resolveConflict, restoreDeleted } from '#core/sync/resolving/outbox-actions.ts'
import { modelServer, type ModelServer, isProbe } from '#tests/support/model-server.ts'
import { office as anOffice } from '#tests/support/sync-office.ts'
import { type SyncDevice, syncDevice } from '#tests/support/sync-device.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

const minute = 60_000

describe.each(['array', 'results', 'pages'] as const)('a plain server that answers lists as %s', (listShape) => {
  function office() {
    const clock = virtualClock()
    const server: ModelServer = modelServer('plain')
    server.listShape = listShape
    return { clock, server, device: syncDevice(server, clock) }
  }

  test('work saved offline arrives once, using only headers and calls of the specification', async () => {
    const { server, device } = office()
    server.put('property', { id: 5, address: '1 High St' })
    await device.sync()
    const client = await device.addClient()
    const listing = await device.addListing('5', { listing_price: 250_000, description: 'Light', status: 'For Sale' })
    await device.settle()
    await device.edit('listing', listing, { listing_price: 240_000 })
    await device.edit('client', client, { phone_number: '555' })
    await device.settle()
    expect(server.records('client')).toMatchObject([{ phone_number: '555' }])
    expect(server.records('listing')).toMatchObject([{ listing_price: '240000', property: { id: 5 } }])
    expect(device.row('listing', listing)).toMatchObject({ listing_price: 240_000, property_key: '5' })
    for (const request of device.network.sent) {
      expect(Object.keys(request.headers)).toEqual([])
      expect(request.path).not.toMatch(/sync\/changes|images\//)
    }
    const patch = device.network.sent.find(({ method, path }) => method === 'PATCH' && path.startsWith('listings/'))
    expect(patch).toMatchObject({ encoding: 'multipart', fields: { property: 5, listing_price: 240_000 } })
  })

  test('property overrides stay on the device of a plain server until they are undone', async () => {
    const { server, device, clock } = office()
    const property = { id: 5, address: '1 High St', bedrooms: 2 }
    server.put('property', property)
    server.put('listing', { id: 7, listing_price: 1, description: 'Old', property })
    await device.sync()
    const override = (property_overrides: Fields | null) => {
      const { key, ...opened } = device.row('listing', '7')!
      const shown = { property: { ...property, ...property_overrides } }
      const update = { opId: device.ports.ids.uuid(), entity: 'listing' as const, key, opened, shown }
      return updateRecord(device.replica, clock, { ...update, changes: { property_overrides } })
    }
    const shown = () => device.row('listing', '7')?.['property']
    await override({ bedrooms: 3 })
    await device.settle()
    await clock.pass(6 * minute)
    await device.sync()
    expect(shown()).toMatchObject({ address: '1 High St', bedrooms: 3 })
    expect(server.records('listing')).toMatchObject([{ property: { bedrooms: 2 } }])
    await override(null)
    await device.settle()
    expect(shown()).toMatchObject({ bedrooms: 2 })
    expect(device.network.sent.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('K3 C2: a create whose answer was lost is searched for after a minute and adopted', async () => {
    const { server, device, clock } = office()
    for (const name of ['Ann', 'Ben', 'Cas']) server.put('client', { first_name: name, email: `${name}@x.org` })
    device.network.next('POST crm/clients/', 'lost-answer')
    const key = await device.addClient()
    await device.sync()
    await clock.pass(25_000)
    await device.sync()
    expect(device.operations()).toMatchObject([{ state: 'unknown' }])
    await device.settle()
    expect(server.records('client')).toHaveLength(4)
    expect(device.network.sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(device.row('client', key)?.id).toBe(server.records('client')[3]?.['id'])
    expect(device.replica.allRows('client')).toHaveLength(4)
  })

  test('G11: a stale list does not undo confirmed changes for ten minutes', async () => {
    const { server, device, clock } = office()
    const old = server.put('client', { first_name: 'Ann', email: 'a@x.org', phone_number: '1' })
    const doomed = server.put('client', { first_name: 'Ben', email: 'b@x.org' })
    const elsewhere = server.put('client', { first_name: 'Cas', email: 'c@x.org' })
    await device.sync()
    const key = String(Number(old['id']))
    await device.edit('client', key, { phone_number: '555' })
    await device.remove('client', String(Number(doomed['id'])))
    await device.sync()
    const lagging = [old, doomed, { ...elsewhere, first_name: 'Cassandra' }]
    device.network.always('GET crm/clients/', null)
    device.network.always('GET crm/clients/?', { status: 200, body: lagging })
    await device.sync()
    expect(device.row('client', key)?.['phone_number']).toBe('555')
    expect(device.replica.allRows('client').map(({ first_name }) => first_name)).toEqual(['Ann', 'Cassandra'])
    await clock.pass(11 * minute)
    await device.sync()
    expect(device.row('client', key)?.['phone_number']).toBe('1')
    expect(device.replica.allRows('client')).toHaveLength(3)
  })

  test('K3: a create that never arrived is sent again', async () => {
    const { server, device } = office()
    device.network.next('POST crm/clients/', 'lost-request')
    await device.addClient()
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
    expect(device.network.sent.filter(({ method }) => method === 'POST')).toHaveLength(2)
  })

  test('K3: an equal record that was known before is not adopted', async () => {
    const { server, device } = office()
    await device.addClient()
    await device.settle()
    device.network.next('POST crm/clients/', 'lost-request')
    await device.addClient()
    await device.settle()
    expect(server.records('client')).toHaveLength(2)
    expect(new Set(device.replica.allRows('client').map(({ id }) => id)).size).toBe(2)
  })

  test('K3: several matching records are shown to the agent, and nothing is sent again', async () => {
    const { server, device } = office()
    await device.sync()
    device.network.next('POST crm/clients/', 'lost-answer')
    await device.addClient()
    await device.sync()
    const [made] = server.records('client')
    server.put('client', { ...made, id: 999 })
    await device.settle()
    expect(device.operations()).toMatchObject([{ state: 'attention', refusal: { code: 'may_exist' } }])
    expect(device.network.sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('K3: a discarded unknown create is searched for again before the agent is asked', async () => {
    const { server, device, clock } = office()
    await device.sync()
    device.network.next('POST crm/clients/', 'lost-answer')
    const key = await device.addClient()
    await device.sync()
    const [made] = server.records('client')
    server.put('client', { ...made, id: 999 })
    await device.remove('client', key)
    await clock.pass(2 * minute)
    await device.sync()
    expect(device.operations()).toMatchObject([{ kind: 'create', state: 'unknown' }, { kind: 'delete' }])
    server.remove('client', 999)
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(server.records('client')).toEqual([])
  })

  test('K3: new records of a kind are not shown while one of its creates is unknown', async () => {
    const { server, device, clock } = office()
    device.network.next('POST crm/clients/', 'lost-answer')
    const key = await device.addClient()
    await device.sync()
    server.put('client', { first_name: 'Somebody else', email: 'else@x.org' })
    await clock.pass(20_000)
    await device.sync()
    expect(device.replica.allRows('client').map((row) => row.key)).toEqual([key])
    await device.settle()
    expect(device.replica.allRows('client')).toHaveLength(2)
  })

  test('K4: an update whose answer was lost is confirmed by reading the record', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    await device.settle()
    device.network.next('PATCH', 'lost-answer')
    await device.edit('client', key, { phone_number: '1' })
    await device.settle()
    expect(server.effects.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
    expect(device.row('client', key)).toMatchObject({ phone_number: '1' })
  })

  test('K5 G6: a delete whose answer was lost is confirmed when the record is gone', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    await device.settle()
    device.network.next('DELETE', 'lost-answer')
    await device.remove('client', key)
    await device.settle()
    expect(server.records('client')).toEqual([])
    expect(server.effects.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    expect(device.replica.allRows('client')).toEqual([])
  })

  test('K6 G1: an update reads its record first and leaves other fields alone', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    await device.settle()
    server.put('client', { id: Number(device.row('client', key)?.id), category: 'Both' })
    await device.edit('client', key, { phone_number: '1' })
    await device.settle()
    expect(server.records('client')).toMatchObject([{ phone_number: '1', category: 'Both' }])
    expect(device.row('client', key)).toMatchObject({ phone_number: '1', category: 'Both' })
  })

  test('K6 G5: deleting a record that has changed since becomes a conflict', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    await device.settle()
    const id = Number(device.row('client', key)?.id)
    await device.remove('client', key)
    server.put('client', { id, phone_number: 'new' })
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
    expect(device.operations()).toMatchObject([
      { kind: 'delete', state: 'conflict', conflict: { fields: ['phone_number'] } },
    ])
  })

  test('G7: a server without PATCH receives the whole record by PUT, with unknown fields preserved', async () => {
    const { server, device } = office()
    server.put('client', { id: 9, first_name: 'Ann', email: 'a@x.org', office_code: 'Z9' })
    await device.sync()
    device.network.always('PATCH', { status: 405, body: { detail: 'Method not allowed.' } })
    await device.edit('client', '9', { phone_number: '1' })
    await device.settle()
    const put = device.network.sent.find(({ method }) => method === 'PUT')
    expect(put?.fields).toMatchObject({ first_name: 'Ann', office_code: 'Z9', phone_number: '1' })
    expect(server.records('client')).toMatchObject([{ office_code: 'Z9', phone_number: '1' }])
  })

  test('a tour is changed with PUT and the whole record, as the specification demands', async () => {
    const { server, device } = office()
    server.put('tour', {
      id: 9,
      client_email: 'jo@x.org',
      status: 'scheduled',
      selected_listings: [7],
      office_code: 'Z9',
    })
    await device.sync()
    await device.edit('tour', '9', { status: 'in_progress' })
    await device.settle()
    const written = device.network.sent.filter(({ method }) => method !== 'GET')
    expect(written).toMatchObject([
      {
        method: 'PUT',
        path: 'tours/tours/9/',
        fields: { client_email: 'jo@x.org', status: 'in_progress', selected_listings: [7], office_code: 'Z9' },
      },
    ])
    expect(server.records('tour')).toMatchObject([{ client_email: 'jo@x.org', status: 'in_progress' }])
  })

  test('G4: a server that answers PATCH with 404 is read again and tried with PUT', async () => {
    const { server, device } = office()
    server.put('client', { id: 9, first_name: 'Ann', email: 'a@x.org', office_code: 'Z9' })
    await device.sync()
    device.network.always('PATCH', { status: 404, body: { detail: 'Not found.' } })
    await device.edit('client', '9', { phone_number: '1' })
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(server.records('client')).toMatchObject([{ first_name: 'Ann', office_code: 'Z9', phone_number: '1' }])
    await device.edit('client', '9', { phone_number: '2' })
    await device.settle()
    expect(device.network.sent.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
    expect(server.records('client')).toMatchObject([{ phone_number: '2' }])
  })

  test('G4: a record deleted while its edit was in flight becomes a conflict', async () => {
    const { server, device } = office()
    server.put('client', { id: 9, first_name: 'Ann', email: 'a@x.org' })
    await device.sync()
    await device.edit('client', '9', { phone_number: '1' })
    device.network.latencyOf = ({ method }) => {
      if (method === 'PATCH') server.remove('client', 9)
      return 0
    }
    await device.settle()
    expect(device.operations()).toMatchObject([{ state: 'conflict', conflict: { theirs: null } }])
  })

  test('a record that can be read but not changed is not reported as deleted', async () => {
    const { server, device } = office()
    server.put('client', { id: 9, first_name: 'Ann', email: 'a@x.org' })
    await device.sync()
    device.network.always('PATCH', { status: 404, body: { detail: 'Not found.' } })
    device.network.always('PUT', { status: 404, body: { detail: 'Not found.' } })
    await device.edit('client', '9', { phone_number: '1' })
    await device.settle()
    expect(device.operations()).toMatchObject([{ state: 'attention', conflict: null, refusal: { status: 404 } }])
    expect(device.row('client', '9')).toMatchObject({ first_name: 'Ann', phone_number: '1' })
  })

  test.each([404, 405])('a main photo is sent and removed with PUT where PATCH is answered with %i', async (status) => {
    const { server, device } = office()
    server.put('property', { id: 5, address: '1 High St' })
    server.put('listing', { id: 7, listing_price: 1, description: 'Old', property: { id: 5, address: '1 High St' } })
    await device.sync()
    device.network.always('PATCH', { status, body: { detail: 'No.' } })
    const photo = await device.addPhoto('7')
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(server.records('listing_image')).toMatchObject([{ image: expect.stringContaining('/media/') }])
    expect(server.records('listing')).toMatchObject([{ description: 'Old', property: { id: 5 } }])
    await device.remove('listing_image', photo)
    await device.settle()
    expect(server.records('listing_image')).toEqual([])
  })

  test('a main photo is removed even if the server answers PATCH with 404', async () => {
    const { server, device } = office()
    server.put('listing', { id: 7, listing_price: 1 })
    server.put('listing_image', { id: 8, listing: 7, image: '/media/abc', is_primary: true })
    await device.sync()
    device.network.always('PATCH', { status: 404, body: { detail: 'Not found.' } })
    const [image] = device.replica.allRows('listing_image')
    await device.remove('listing_image', image?.key ?? '')
    await device.settle()
    expect(server.records('listing_image')).toEqual([])
  })

  test('a main photo is sent as photo_main after its listing, and stays the same row', async () => {
    const { server, device } = office()
    server.put('property', { id: 5, address: '1 High St' })
    await device.sync()
    const listing = await device.addListing('5')
    const photo = await device.addPhoto(listing)
    await device.settle()
    expect(server.effects.map(({ method, path }) => `${method} ${path.replace(/\d+/, '#')}`)).toEqual([
      'POST listings/',
      'PATCH listings/#/',
    ])
    expect(device.replica.allRows('listing_image')).toMatchObject([
      { key: photo, listing_key: listing, image: expect.stringContaining('/media/') },
    ])
    await device.remove('listing_image', photo)
    await device.settle()
    expect(device.network.sent.at(-1)?.method === 'PATCH' || server.records('listing_image').length === 0).toBe(true)
    expect(device.replica.allRows('listing_image')).toEqual([])
  })

  test('G3: the listing in a 412 answer to a main photo is not stored as the photo', async () => {
    const { server, device } = office()
    server.put('listing', { id: 7, listing_price: 1 })
    await device.sync()
    const photo = await device.addPhoto('7')
    device.network.next('PATCH', { status: 412, body: { record: { id: 7, listing_price: 1 } } }, 'never-leaves')
    await device.sync()
    expect(device.row('listing_image', photo)).toMatchObject({ listing_key: '7', is_primary: true })
    expect(device.row('listing_image', photo)).not.toHaveProperty('listing_price')
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(server.records('listing_image')).toHaveLength(1)
  })

  test('K7 G14: records missing from a full pull are removed; many missing wait for a second one', async () => {
    const { server, device, clock } = office()
    for (let number = 1; number <= 10; number++) server.put('client', { id: number, first_name: `C${number}` })
    await device.sync()
    server.remove('client', 1)
    await device.sync()
    expect(device.replica.allRows('client')).toHaveLength(9)
    for (let number = 2; number <= 6; number++) server.remove('client', number)
    await device.sync()
    expect(device.replica.allRows('client')).toHaveLength(9)
    await clock.pass(2 * minute)
    await device.sync({ isManual: false })
    expect(device.replica.allRows('client')).toHaveLength(4)
  })

  test('G11: a record confirmed a moment ago is not removed by a stale list', async () => {
    const { server, device } = office()
    for (let number = 1; number <= 10; number++) server.put('client', { id: number, first_name: `C${number}` })
    await device.sync()
    const key = await device.addClient()
    await device.settle()
    server.remove('client', Number(device.row('client', key)?.id))
    await device.sync()
    expect(device.row('client', key)).toBeDefined()
  })

  test.each(['properties/properties/', 'crm/clients/', 'listings/available/'])(
    'an error of %s does not stop other lists from being read, and the list is read again',
    async (path) => {
      const { server, device } = office()
      server.put('property', { id: 5, address: '1 High St' })
      server.put('client', { id: 1, first_name: 'Ann' })
      server.put('listing', { id: 7, property: 5 })
      server.put('tour', { id: 9, client_email: 'jo@x.org' })
      const { handle } = server
      server.handle = (request) =>
        request.path.startsWith(path) ? { status: 500, headers: {}, body: { detail: 'Oops' } } : handle(request)
      await device.sync()
      const kept = () =>
        (['property', 'client', 'listing', 'tour'] as const).filter(
          (entity) => device.replica.allRows(entity).length > 0,
        )
      const isLeftOut = { 'properties/properties/': 'property', 'crm/clients/': 'client' }[path]
      expect(kept()).toEqual(['property', 'client', 'listing', 'tour'].filter((entity) => entity !== isLeftOut))
      server.handle = handle
      await device.sync()
      expect(kept()).toEqual(['property', 'client', 'listing', 'tour'])
      expect(device.row('listing', '7')).toMatchObject({ property_key: '5' })
    },
  )

  test('G13: an incomplete list removes nothing', async () => {
    const { server, device } = office()
    for (let number = 1; number <= 10; number++) server.put('client', { id: number, first_name: `C${number}` })
    await device.sync()
    server.remove('client', 1)
    device.network.always('GET crm/clients/', { status: 200, body: { results: [], count: 10 } })
    await device.sync()
    expect(device.replica.allRows('client')).toHaveLength(10)
  })
})

test('our server is taken for a plain one only after it looked plain twice, a minute apart', async () => {
  const clock = virtualClock()
  const server = modelServer('ours')
  const device = syncDevice(server, clock)
  await device.sync()
  await device.addClient()
  server.kind = 'plain'
  const handle = server.handle
  server.handle = (request) =>
    isProbe(request) ? { status: 404, headers: {}, body: { detail: 'Not found.' } } : handle(request)
  expect(await device.sync()).toMatchObject({ state: 'unknown-server', waiting: 1 })
  await clock.pass(30_000)
  expect(await device.sync()).toMatchObject({ state: 'unknown-server', waiting: 1 })
  await clock.pass(minute)
  expect(await device.sync()).toMatchObject({ state: 'idle', serverKind: 'plain', waiting: 0 })
})

describe('a create that a proxy has sent twice', () => {
  async function twins(client: Fields = {}) {
    const { server, device, clock } = anOffice('plain')
    const { handle } = server
    server.handle = (request) => {
      if (request.method !== 'POST') return handle(request)
      const email = request.fields['email'] as string
      const fields = { ...request.fields, email: email.toLowerCase() }
      handle({ ...request, fields })
      return handle({ ...request, fields })
    }
    const key = await device.addClient(client)
    await device.sync()
    server.handle = handle
    return { server, device, clock, key }
  }

  test('becomes a conflict: the agent is asked whether to delete the duplicate', async () => {
    const { server, device, key } = await twins()
    expect(server.records('client')).toHaveLength(2)
    expect(device.operations()).toMatchObject([{ kind: 'delete', state: 'conflict', refusal: { code: 'made_twice' } }])
    expect(device.replica.allRows('client')).toMatchObject([{ key }])
    await resolveConflict(device.replica, device.ports.clock, device.operations()[0]!.opId, {})
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(server.records('client')).toMatchObject([{ id: device.row('client', key)?.id }])
  })

  test('stays as two records if the agent keeps both, without another conflict', async () => {
    const { server, device } = await twins()
    await discardOperation(device.replica, device.ports.clock, device.operations()[0]!.opId)
    await device.settle()
    expect(device.replica.allRows('client')).toHaveLength(2)
    expect(device.operations()).toEqual([])
    expect(server.records('client')).toHaveLength(2)
  })

  test('is detected although the server changes the case of an email address', async () => {
    const { device, server } = await twins({ email: 'Ann@Example.com' })
    expect(server.records('client')).toMatchObject([{ email: 'ann@example.com' }, { email: 'ann@example.com' }])
    expect(device.operations()).toMatchObject([{ kind: 'delete', state: 'conflict', refusal: { code: 'made_twice' } }])
  })

  test('is detected after a lost answer, however long the server’s list is stale', async () => {
    const { server, device, clock } = anOffice('plain')
    await device.sync()
    const cached = server.records('client')
    device.network.always('GET crm/clients/', { status: 200, body: cached })
    device.network.next('POST crm/clients/', 'lost-answer')
    await device.addClient()
    await device.sync()
    for (const id of [1, 2, 3]) server.put('client', { id, first_name: `Old ${id}`, email: 'o@x.org' })
    await clock.pass(5 * minute)
    await device.sync()
    expect(server.records('client').filter(({ first_name }) => first_name === 'Ann')).toHaveLength(2)
    device.network.always('GET crm/clients/', null)
    await clock.pass(6 * minute)
    await device.sync()
    expect(device.operations()).toMatchObject([{ kind: 'delete', state: 'conflict', refusal: { code: 'made_twice' } }])
  })

  test('is not suspected if an equal record was created at another time', async () => {
    const { server, device, clock } = anOffice('plain')
    await device.addClient()
    await device.sync()
    const [made] = server.records('client')
    await clock.pass(60 * minute)
    server.put('client', { ...made, id: 999, created_at: '2031-01-01T10:00:00.000Z' })
    await device.sync()
    expect(device.operations()).toEqual([])
    expect(device.replica.allRows('client')).toHaveLength(2)
  })
})

describe('K6: a plain server that reuses the id of a deleted record', () => {
  async function office() {
    const all = anOffice('plain')
    const { server, device } = all
    server.put('client', { id: 9, first_name: 'Ann', email: 'ann@x.org', notes: '' })
    server.put('listing', { id: 7, listing_price: 1, description: 'Elm' })
    await device.sync()
    const giveAway = () => {
      server.remove('client', 9)
      server.put('client', { id: 9, first_name: 'Zoe', email: 'zoe@x.org', notes: '' })
      server.remove('listing', 7)
      server.put('listing', { id: 7, listing_price: 2, description: 'Oak' })
    }
    return { ...all, giveAway }
  }

  const ways = ['is read before', 'comes with a list before'] as const

  test.each(ways)('an edit is not applied to the new record, which %s', async (way) => {
    const { server, device, clock, giveAway } = await office()
    await device.edit('client', '9', { notes: 'Private words about Ann' })
    if (way === ways[1]) device.network.next('GET crm/clients/9/', 'never-leaves')
    giveAway()
    await device.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Zoe', notes: '' }])
    expect(device.operations()).toMatchObject([{ key: '9', state: 'conflict', conflict: { theirs: null } }])
    expect(device.row('client', '9')).toMatchObject({ first_name: 'Ann', notes: 'Private words about Ann' })
    expect(device.replica.allRows('client').map(({ first_name }) => first_name)).toEqual(['Ann', 'Zoe'])
    await restoreDeleted(device.replica, clock, device.operations()[0]!.opId, device.ports.ids.uuid())
    await device.settle()
    expect(server.records('client')).toMatchObject([
      { first_name: 'Zoe', notes: '' },
      { first_name: 'Ann', notes: 'Private words about Ann' },
    ])
    expect(device.operations()).toEqual([])
  })

  test('a deletion does not delete the new record', async () => {
    const { server, device, giveAway } = await office()
    await device.remove('client', '9')
    giveAway()
    await device.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Zoe' }])
    expect(device.operations()).toEqual([])
    expect(device.replica.allRows('client')).toMatchObject([{ first_name: 'Zoe' }])
  })

  test('without waiting operations the new record replaces the old one, under a key of its own', async () => {
    const { device, clock, giveAway } = await office()
    giveAway()
    await clock.pass(11 * minute)
    await device.sync()
    const [zoe, ...others] = device.replica.allRows('client')
    expect(zoe).toMatchObject({ first_name: 'Zoe', id: 9 })
    expect(zoe?.key).not.toBe('9')
    expect(others).toEqual([])
  })

  test('a record created on this device under a reused id has a key and values of its own', async () => {
    const { server, device } = await office()
    const takeBack = server.backup()
    const first = await device.addClient({ first_name: 'First' })
    await device.sync()
    takeBack()
    const second = await device.addClient({ first_name: 'Second' })
    await device.sync()
    expect(device.row('client', second)).toMatchObject({ first_name: 'Second' })
    expect(device.row('client', second)?.id).toBe(server.records('client')[1]?.['id'])
    expect(device.row('client', first)).toBeUndefined()
  })

  test.each(ways)('a photo and a showing are not added to the new listing, which %s', async (way) => {
    const { server, device, clock, giveAway } = await office()
    const references = { listing: { entity: 'listing' as const, key: '7' } }
    await device.addPhoto('7')
    const hours = { showing_date: '2026-05-01', start_time: '10:00:00', end_time: '11:00:00' }
    await device.create('showing', { ...hours, client_email: 'eve@x.org' }, { references })
    if (way === ways[1]) device.network.next('GET listings/7/', 'never-leaves', 'never-leaves')
    giveAway()
    await device.settle()
    expect(server.records('listing')).toMatchObject([{ description: 'Oak' }])
    expect(server.records('listing_image')).toEqual([])
    expect(server.records('showing')).toEqual([])
    expect(device.operations()).toMatchObject([
      { entity: 'listing_image', state: 'attention', refusal: { code: 'parent_gone' } },
      { entity: 'showing', state: 'attention', refusal: { code: 'parent_gone' } },
    ])
    await recreateParent(device.replica, clock, device.operations()[0]!.opId, device.ports.ids)
    await device.settle()
    const elm = server.records('listing').find(({ description }) => description === 'Elm')
    expect(server.records('listing')).toHaveLength(2)
    expect(server.records('listing_image')).toMatchObject([{ listing: elm?.['id'] }])
    expect(server.records('showing')).toMatchObject([{ listing: elm?.['id'] }])
    expect(device.operations()).toEqual([])
  })
})

describe('C19: a plain server that was restored from a backup', () => {
  async function restored() {
    const { server, device, clock } = anOffice('plain')
    for (const id of [1, 2, 3, 4, 5, 6, 7]) server.put('client', { id, first_name: `Old ${id}`, email: 'o@x.org' })
    await device.sync()
    const putBack = server.backup()
    const key = await device.addClient()
    await device.sync()
    putBack()
    await clock.pass(11 * minute)
    await device.sync()
    return { server, device, clock, key }
  }

  test('a recently confirmed record stays, and the agent is asked', async () => {
    const { server, device, key } = await restored()
    expect(device.operations()).toMatchObject([{ key, state: 'conflict', conflict: { theirs: null } }])
    expect(device.row('client', key)).toMatchObject({ first_name: 'Ann' })
    const [question] = device.operations()
    await restoreDeleted(device.replica, device.ports.clock, question!.opId, device.ports.ids.uuid())
    await device.settle()
    expect(server.records('client').filter(({ first_name }) => first_name === 'Ann')).toHaveLength(1)
    expect(device.operations()).toEqual([])
  })

  test('discarding it removes the record from the device', async () => {
    const { device, key } = await restored()
    await discardOperation(device.replica, device.ports.clock, device.operations()[0]!.opId)
    await device.settle()
    expect(device.row('client', key)).toBeUndefined()
    expect(device.operations()).toEqual([])
  })

  test('a record that is back is no longer asked about', async () => {
    const { server, device, key } = await restored()
    const row = device.row('client', key)!
    server.put('client', { ...row, id: Number(row.id) })
    await device.sync()
    await device.sync()
    expect(device.operations()).toEqual([])
    expect(device.replica.allRows('client')).toHaveLength(8)
  })

  test('G11: a list a few minutes old causes no conflict', async () => {
    const { server, device, clock } = anOffice('plain')
    const key = await device.addClient()
    const lagging = server.records('client')
    await device.sync()
    device.network.always('GET crm/clients/?', { status: 200, body: lagging })
    await clock.pass(5 * minute)
    await device.sync()
    await clock.pass(2 * minute)
    await device.sync()
    expect(device.operations()).toEqual([])
    expect(device.row('client', key)).toBeDefined()
  })

  test('a record confirmed days ago is removed without asking', async () => {
    const { server, device, clock } = anOffice('plain')
    const key = await device.addClient()
    for (const id of [1, 2, 3, 4, 5, 6, 7]) server.put('client', { id, first_name: `Old ${id}`, email: 'o@x.org' })
    await device.sync()
    await clock.pass(48 * 60 * minute)
    server.remove('client', Number(device.row('client', key)?.id))
    await device.sync()
    expect(device.row('client', key)).toBeUndefined()
    expect(device.operations()).toEqual([])
  })
})

describe('kinds that only our server has', () => {
  const log = { kind: 'Call', date: '2026-11-23', time: '10:30:00', text: 'Likes the garden.' }
  async function aLoggedCall(server = modelServer('plain')) {
    const device = syncDevice(server, virtualClock())
    const client = await device.addClient()
    await device.settle()
    const references = { client: { entity: 'client' as const, key: client } }
    const key = await device.create('interaction', log, { references })
    await device.edit('interaction', key, { text: 'Likes the garden and the pond.' })
    return { server, device, client, key }
  }

  test('stay on the device, are never sent, and do not count as waiting', async () => {
    const { device, key } = await aLoggedCall()
    expect(await device.sync()).toMatchObject({ waiting: 0, needsAgent: 0 })
    expect(device.row('interaction', key)).toMatchObject({ text: 'Likes the garden and the pond.' })
    expect(device.operations()).toMatchObject([{ entity: 'interaction', kind: 'create', attempts: 0 }])
    expect(device.network.sent.filter(({ path }) => path.includes('interactions'))).toEqual([])
  })

  test('do not prevent deleting their client, and are deleted with it', async () => {
    const { server, device, client } = await aLoggedCall()
    await device.remove('client', client)
    await device.settle()
    expect(server.records('client')).toEqual([])
    expect(device.operations()).toEqual([])
    expect(device.replica.allRows('interaction')).toEqual([])
  })

  test('are sent to our server once the agent works with one', async () => {
    const [plain, ours] = [modelServer('plain'), modelServer('ours')]
    let current = plain
    const { device, client, key } = await aLoggedCall({ ...plain, handle: (request) => current.handle(request) })
    await device.sync()
    for (const record of plain.records('client')) ours.put('client', record)
    current = ours
    await device.settle()
    expect(ours.records('interaction')).toMatchObject([{ client: device.row('client', client)?.id }])
    expect(device.operations()).toEqual([])
    expect(device.row('interaction', key)).toMatchObject({ id: expect.any(Number) })
  })
})

describe('kinds that the specification offers only as lists', () => {
  const aShowing = { showing_date: '2026-11-22', start_time: '10:00', end_time: '10:30', client_email: 'a@b.org' }

  async function atAListing() {
    const { server, device, clock } = anOffice('plain')
    server.put('listing', { id: 7, listing_price: 1 })
    server.put('showing', { id: 1, listing: 7, ...aShowing })
    server.put('open_house', { id: 5, listing: 7, date: '2026-11-22', start_time: '10:00', end_time: '12:00' })
    await device.sync()
    const look = () => clock.run(pullVisits(device.ports, { listingKeys: ['7'], days: null }, createAbort().signal))
    await look()
    return { server, device, clock, look }
  }
  const writes = (device: SyncDevice) => device.network.sent.filter(({ method }) => method !== 'GET')

  test('an outcome or a new time of a showing stays on the device and is not reported as deleted', async () => {
    const { server, device } = await atAListing()
    await device.edit('showing', '1', { status: 'Held' })
    await device.edit('showing', '1', { start_time: '11:00' })
    expect(await device.sync()).toMatchObject({ waiting: 0, needsAgent: 0 })
    expect(device.row('showing', '1')).toMatchObject({ status: 'Held', start_time: '11:00' })
    expect(device.operations()).toMatchObject([{ kind: 'update', state: 'queued', attempts: 0 }])
    expect(writes(device)).toEqual([])
    expect(device.network.sent.map(({ path }) => path)).not.toContain('listings/7/showings/1/')
    expect(server.records('showing')).toMatchObject([{ start_time: '10:00' }])
  })

  test('a deletion stays on the device until discarded, or until the record is deleted elsewhere', async () => {
    const { server, device, clock, look } = await atAListing()
    await device.remove('open_house', '5')
    await device.sync()
    await clock.pass(6 * minute)
    await look()
    expect(device.row('open_house', '5')).toBeUndefined()
    expect(device.operations()).toMatchObject([{ kind: 'delete', attempts: 0 }])
    await discardOperation(device.replica, clock, device.operations()[0]!.opId)
    expect(device.row('open_house', '5')).toBeDefined()
    await device.remove('open_house', '5')
    server.remove('open_house', 5)
    await clock.pass(11 * minute)
    await look()
    expect(device.operations()).toEqual([])
    expect(device.row('open_house', '5')).toBeUndefined()
    expect(writes(device)).toEqual([])
  })

  test('an edit that stayed here becomes a conflict once its record is in no list', async () => {
    const { server, device, clock, look } = await atAListing()
    await device.edit('showing', '1', { status: 'Held' })
    server.remove('showing', 1)
    await clock.pass(6 * minute)
    await look()
    expect(device.operations()).toMatchObject([{ state: 'conflict', conflict: { theirs: null } }])
    expect(device.row('showing', '1')).toMatchObject({ status: 'Held' })
  })

  test('a new record confirmed without a body is found in its list', async () => {
    const { server, device } = await atAListing()
    server.answersBare = true
    const references = { listing: { entity: 'listing' as const, key: '7' } }
    const key = await device.create('showing', { ...aShowing, start_time: '14:00' }, { references })
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(device.row('showing', key)).toMatchObject({ id: expect.any(Number), start_time: '14:00' })
    expect(server.records('showing')).toHaveLength(2)
  })

  test('an appointment, a catalog home and a listing of that home stay on the device', async () => {
    const { server, device } = await atAListing()
    const property = await device.create('property', { address: '1 High St', city: 'Salem' })
    await device.addListing(property, { listing_price: 1, description: 'x', status: 'For Sale' })
    await device.create('appointment', { title: 'Dentist', date: '2026-11-22', start_time: '09:00', end_time: '10:00' })
    expect(await device.sync()).toMatchObject({ waiting: 0, needsAgent: 0 })
    expect(device.operations().map(({ entity }) => entity)).toEqual(['property', 'listing', 'appointment'])
    expect(server.effects).toEqual([])
  })

  test('all of them are sent to our server once the agent works with one', async () => {
    const [plain, ours] = [modelServer('plain'), modelServer('ours')]
    let current = plain
    const clock = virtualClock()
    const device = syncDevice({ ...plain, handle: (request) => current.handle(request) }, clock)
    for (const server of [plain, ours]) {
      server.put('listing', { id: 7, listing_price: 1 })
      server.put('showing', { id: 8, listing: 7, ...aShowing })
    }
    await device.sync()
    const look = { listingKeys: ['7'], days: null }
    await clock.run(pullVisits(device.ports, look, createAbort().signal))
    await device.edit('showing', '8', { status: 'Held' })
    await device.sync()
    current = ours
    await device.settle()
    expect(ours.records('showing')).toMatchObject([{ status: 'Held' }])
  })
})

test('a main photo that the server does not remove is reported as not removed', async () => {
  const { server, device } = anOffice('plain')
  server.put('listing', { id: 7, listing_price: 1 })
  server.put('listing_image', { id: 8, listing: 7, image: '/media/abc', is_primary: true })
  await device.sync()
  const { handle } = server
  server.handle = (request) => {
    if (request.fields['photo_main'] !== '') return handle(request)
    const { photo_main: _, ...fields } = request.fields
    return handle({ ...request, fields })
  }
  await device.remove('listing_image', '8')
  await device.settle()
  expect(device.operations()).toMatchObject([
    { state: 'attention', refusal: { code: 'unsupported', message: expect.stringContaining('cannot remove') } },
  ])
  await discardOperation(device.replica, device.ports.clock, device.operations()[0]!.opId)
  expect(device.replica.allRows('listing_image')).toMatchObject([{ id: 8 }])
})

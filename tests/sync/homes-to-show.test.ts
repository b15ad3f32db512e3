import { expect, test } from 'vitest'
import type { Fields } from '#core/contract/json.ts'
import { holdInputOf, holdPolicy } from '#core/sync/sending/hold-policy.ts'
import { modelServer, type ModelServer } from '#tests/support/model-server.ts'
import { syncDevice, type SyncDevice } from '#tests/support/sync-device.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

const broker = { name: 'Ann Lee', phone: '555 0100', email: '', brokerage: 'Bay Homes', mls_number: '', link: '' }
const home = { address: '1 High St', zip_code: '95814', is_private: true }

function deviceAt(server: ModelServer): SyncDevice {
  return syncDevice(server, virtualClock())
}

/** Creates another broker's home, with a showing, a photo and a tour of it. */
async function aShownHome(device: SyncDevice) {
  const property = await device.create('property', home)
  const references = { property: { entity: 'property' as const, key: property } }
  const changes = { listing_price: 0, description: '', status: 'For Sale', listed_by: broker }
  const listing = await device.create('listing', changes, { references, shown: { property: home } })
  const shown: Fields = { client_email: 'jo@x.org', showing_date: '2026-12-01', start_time: '10:00:00' }
  const atListing = { listing: { entity: 'listing' as const, key: listing } }
  const showing = await device.create('showing', shown, { references: atListing })
  await device.addPhoto(listing)
  const tour = await device.create('tour', { client_email: 'jo@x.org', selected_listings: [listing] })
  return { property, listing, showing, tour }
}

/** Wraps a server so that another one can replace it. */
function exchangeable(first: ModelServer): ModelServer & { current: ModelServer } {
  const server = { ...first, current: first }
  server.handle = (request) => server.current.handle(request)
  return server
}

test('with a plain server, another broker’s home and its records stay on the device without waiting', async () => {
  const server = modelServer('plain')
  const device = deviceAt(server)
  await device.sync()
  await aShownHome(device)
  expect(await device.sync()).toMatchObject({ waiting: 0, needsAgent: 0 })
  expect(server.effects).toEqual([])
  expect(device.operations().map(({ entity, attempts }) => `${entity} ${attempts}`)).toEqual([
    'property 0',
    'listing 0',
    'showing 0',
    'listing_image 0',
    'tour 0',
  ])
  const why = await device.replica.transact('read', async (tx) => {
    const holds = await holdPolicy(tx)
    return device.operations().map((operation) => holds(holdInputOf(operation)))
  })
  expect(why).toEqual(Array.from({ length: 5 }, () => 'no-place'))
})

test('with a plain server, adding another broker’s home to a tour changes the tour on this device only', async () => {
  const server = modelServer('plain')
  server.put('tour', { id: 9, client_email: 'jo@x.org', status: 'scheduled', selected_listings: [7] })
  const device = deviceAt(server)
  await device.sync()
  const { listing } = await aShownHome(device)
  await device.edit('tour', '9', { selected_listings: [7, listing] })
  await device.edit('tour', '9', { status: 'in_progress' })
  expect(await device.sync()).toMatchObject({ waiting: 0, needsAgent: 0 })
  expect(server.effects).toEqual([])
  expect(device.row('tour', '9')).toMatchObject({ status: 'in_progress', selected_listings: [7, listing] })
})

test('a home that stays on the device holds up no other operation, not even deleting its client', async () => {
  const server = modelServer('plain')
  const device = deviceAt(server)
  const client = await device.addClient()
  await device.settle()
  await aShownHome(device)
  const other = await device.addClient({ first_name: 'Ben', email: 'ben@x.org' })
  await device.remove('client', client)
  expect(await device.sync()).toMatchObject({ waiting: 0, needsAgent: 0 })
  expect(server.records('client')).toMatchObject([{ id: device.row('client', other)?.id, first_name: 'Ben' }])
})

test('a device moved from a plain server to ours sends the homes to show with all their records', async () => {
  const server = exchangeable(modelServer('plain'))
  const device = deviceAt(server)
  await device.sync()
  const { listing, showing, tour } = await aShownHome(device)
  await device.sync()
  const ours = modelServer('ours')
  server.current = ours
  await device.settle()
  expect(device.operations()).toEqual([])
  expect(ours.records('property')).toMatchObject([{ is_private: true }])
  const id = device.row('listing', listing)?.id
  expect(ours.records('listing')).toMatchObject([{ id, listed_by: broker }])
  expect(ours.records('showing')).toMatchObject([{ id: device.row('showing', showing)?.id, listing: id }])
  expect(ours.records('listing_image')).toMatchObject([{ listing: id }])
  expect(ours.records('tour')).toMatchObject([{ id: device.row('tour', tour)?.id, selected_listings: [id] }])
})

test('a home unknown to a plain server’s catalog stays on the device once it is the agent’s listing', async () => {
  const server = modelServer('plain')
  const device = deviceAt(server)
  await device.sync()
  const { property, listing } = await aShownHome(device)
  await device.edit('property', property, { is_private: false })
  await device.edit('listing', listing, { listed_by: null, listing_price: 300_000, description: 'Light' })
  expect(await device.sync()).toMatchObject({ waiting: 0, needsAgent: 0 })
  expect(server.effects).toEqual([])
  expect(device.row('listing', listing)).toMatchObject({ listing_price: 300_000, description: 'Light' })
})

// ── Two devices ────────────────────────────────────────────────────────────

function twoDevices() {
  const server = modelServer()
  const clock = virtualClock()
  const property = server.put('property', { id: 5, ...home })
  server.put('listing', { id: 7, listing_price: 0, description: '', status: 'For Sale', listed_by: broker, property })
  return { server, clock, one: syncDevice(server, clock, 1), other: syncDevice(server, clock, 2) }
}

test('edits of the broker’s details on two devices are merged field by field', async () => {
  const { server, one, other } = twoDevices()
  await one.sync()
  await other.sync()
  await one.edit('listing', '7', { listed_by: { ...broker, phone: '555 0199' } })
  await other.edit('listing', '7', { listed_by: { ...broker, mls_number: '224001' } })
  await one.settle()
  await other.settle()
  await one.settle()
  const together = { ...broker, phone: '555 0199', mls_number: '224001' }
  expect(server.records('listing')[0]?.['listed_by']).toMatchObject(together)
  expect(one.row('listing', '7')).toMatchObject({ listed_by: together })
  expect(other.row('listing', '7')).toMatchObject({ listed_by: together })
})

test('a home that became the agent’s listing on the server is pulled with its new shared property', async () => {
  const { server, one } = twoDevices()
  await one.sync()
  await one.edit('listing', '7', { seller_note: 'Of mine' })
  const shared = server.put('property', { id: 6, address: '1 High St', city: 'Sacramento', zip_code: '95814' })
  server.put('listing', { ...server.records('listing')[0], listed_by: null, listing_price: 1, property: shared })
  server.remove('property', 5)
  await one.settle()
  expect(one.row('listing', '7')).toMatchObject({
    property_key: '6',
    listed_by: null,
    seller_note: 'Of mine',
    property: { id: 6, city: 'Sacramento' },
  })
  expect(one.row('listing', '7')?.['property']).not.toHaveProperty('is_private')
})

import { expect, test } from 'vitest'
import { recreateParent } from '#core/sync/resolving/missing-parent.ts'
import { deleteRecord, undoMs } from '#core/sync/writing/delete-record.ts'
import { undoDelete } from '#core/sync/writing/undo-delete.ts'
import { office, twoDevices } from '#tests/support/sync-office.ts'
import type { SyncDevice } from '#tests/support/sync-device.ts'

/* Readings are a write-only kind: the server's feed does not have them, so pulling and recovery must not miss them. */

const dayMs = 24 * 3_600_000

async function listed(device: SyncDevice): Promise<string> {
  const property = await device.create('property', { address: '1 Elm St' })
  const listing = await device.addListing(property)
  await device.settle()
  return listing
}

function read(device: SyncDevice, listing: string, views: number): Promise<string> {
  const changes = { platform: 'zillow', date: '2026-01-01', views, cleared: [], read_at: '2026-01-02T00:00:00.000Z' }
  return device.create('exposure_reading', changes, { references: { listing: { entity: 'listing', key: listing } } })
}

const viewsOf = (records: Record<string, unknown>[]) => records.map(({ views }) => views)

test('a reading is stored once when its answer is lost, and stays on the device that sent it', async () => {
  const { server, phone, office: desk } = await twoDevices()
  const listing = await listed(phone)
  phone.network.next('POST', 'lost-answer')
  const key = await read(phone, listing, 7)
  await phone.settle()
  await desk.settle()
  expect(viewsOf(server.records('exposure_reading'))).toEqual([7])
  expect(phone.row('exposure_reading', key)).toMatchObject({ views: 7, id: expect.any(Number) })
  expect(desk.replica.allRows('exposure_reading')).toEqual([])
})

test('a reading that is taken back is deleted on the server, or never sent', async () => {
  const { server, device } = office()
  const listing = await listed(device)
  const sent = await read(device, listing, 7)
  await device.settle()
  const unsent = await read(device, listing, 8)
  await device.remove('exposure_reading', unsent)
  await device.remove('exposure_reading', sent)
  expect(device.operations()).toMatchObject([{ kind: 'delete', key: sent }])
  await device.settle()
  expect(server.records('exposure_reading')).toEqual([])
})

test('readings go with their listing, and come back when its deletion is undone', async () => {
  const { server, device } = office()
  const listing = await listed(device)
  await read(device, listing, 7)
  const remove = () =>
    deleteRecord(device.replica, device.ports.clock, {
      opId: device.ports.ids.uuid(),
      entity: 'listing',
      key: listing,
      undoMs,
    })
  const deleted = await remove()
  expect(device.operations()).toMatchObject([{ entity: 'listing', kind: 'delete' }])
  await undoDelete(device.replica, deleted!)
  await device.settle()
  expect(viewsOf(server.records('exposure_reading'))).toEqual([7])
  await remove()
  await device.settle()
  expect([device.operations(), server.effects.at(-1)?.method]).toEqual([[], 'DELETE'])
  expect(device.replica.allRows('exposure_reading')).toEqual([])
})

test('readings that wait go silently when their listing is deleted on another device', async () => {
  const { server, device } = office()
  const listing = await listed(device)
  await read(device, listing, 7)
  server.remove('listing', Number(device.row('listing', listing)?.id))
  device.network.next('POST', { status: 404, body: { detail: 'Not found.', code: 'not_found' } })
  await device.settle()
  expect(device.operations()).toEqual([])
  expect(device.replica.allRows('exposure_reading')).toEqual([])
})

test('C19: a restored server gets the readings that it lost, and those that it has keep their ids', async () => {
  const { server, device } = office()
  const listing = await listed(device)
  const before = await read(device, listing, 1)
  await device.settle()
  const restore = server.backup()
  const lost = await read(device, listing, 2)
  await device.settle()
  restore()
  // The id of the lost reading goes to one of another device.
  const other = server.put('exposure_reading', { listing: 1, views: 3, client_key: 'another' })
  await device.settle()
  expect(device.operations()).toEqual([])
  expect(new Set(viewsOf(server.records('exposure_reading')))).toEqual(new Set([1, 2, 3]))

  await device.remove('exposure_reading', lost)
  await device.remove('exposure_reading', before)
  await device.settle()
  expect(server.records('exposure_reading')).toMatchObject([{ id: other['id'] }])
})

test('C19: a reading that is taken back while a restored server has given its id away deletes no other', async () => {
  const { server, device } = office()
  const listing = await listed(device)
  const restore = server.backup()
  const lost = await read(device, listing, 2)
  await device.settle()
  restore()
  const other = server.put('exposure_reading', { listing: 1, views: 3, client_key: 'another' })
  expect(device.row('exposure_reading', lost)?.id).toBe(other['id'])
  await device.remove('exposure_reading', lost)
  await device.settle()
  expect(device.operations()).toEqual([])
  expect(server.records('exposure_reading')).toMatchObject([{ id: other['id'], views: 3 }])
})

test('C19: a restored server that has a reading again that was taken back is told to delete it', async () => {
  const { server, device } = office()
  const listing = await listed(device)
  const undone = await read(device, listing, 1)
  await device.settle()
  const restore = server.backup()
  await device.remove('exposure_reading', undone)
  await device.settle()
  expect(server.records('exposure_reading')).toEqual([])
  restore()
  await device.settle()
  expect(device.operations()).toEqual([])
  expect(server.records('exposure_reading')).toEqual([])
})

test('C19: a reading whose key the server has forgotten is neither sent again nor lost after a restore', async () => {
  const { server, clock, device } = office()
  const listing = await listed(device)
  const [first, second] = [await read(device, listing, 1), await read(device, listing, 2)]
  await device.settle()
  await clock.pass(46 * dayMs)
  server.growOlder(46)
  await device.addClient()
  await device.settle()
  const restore = server.backup()
  await device.addClient()
  await device.settle()
  await device.remove('exposure_reading', first)
  restore()
  await device.settle()
  expect(viewsOf(server.records('exposure_reading'))).toEqual([2])
  await device.remove('exposure_reading', second)
  await device.settle()
  expect(server.records('exposure_reading')).toEqual([])
})

test('readings are sent after records that were saved later', async () => {
  const { server, device } = office()
  const listing = await listed(device)
  server.offersBatch = false
  for (let views = 1; views <= 12; views += 1) await read(device, listing, views)
  await device.addClient()
  const before = server.effects.length
  await device.settle()
  expect(server.effects.slice(before).findIndex(({ path }) => path === 'crm/clients/')).toBe(0)
})

test('refused readings stay while their deleted listing can be created again', async () => {
  const { server, device, clock } = office()
  const listing = await listed(device)
  const listingOf = { references: { listing: { entity: 'listing' as const, key: listing } } }
  const times = { showing_date: '2026-05-01', start_time: '10:00:00', end_time: '11:00:00' }
  await device.create('showing', { ...times, client_email: 'eve@example.com' }, listingOf)
  await read(device, listing, 7)
  const reading = device.operations().find(({ entity }) => entity === 'exposure_reading')
  const refusal = { status: 400, code: null, message: 'Choose one of your listings.', fieldErrors: {}, at: 1 }
  await device.replica.transact('write', (tx) =>
    tx.putOperation({ ...reading!, state: 'attention', attempts: 1, refusal }),
  )
  server.remove('listing', Number(device.row('listing', listing)?.id))
  await device.settle()
  const waiting = device.operations().find(({ entity }) => entity === 'showing')
  expect(await recreateParent(device.replica, clock, waiting!.opId, device.ports.ids)).toBe('done')
  await device.settle()
  expect([server.records('showing').length, viewsOf(server.records('exposure_reading'))]).toEqual([1, [7]])
})

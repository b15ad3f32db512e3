import { beforeEach, describe, expect, test } from 'vitest'
import { createAbort } from '#core/sync/abort.ts'
import { type AvailableOn, availableOnMetadataKey } from '#core/sync/metadata-keys.ts'
import type { Fields } from '#core/contract/json.ts'
import { pullVisits } from '#core/sync/plain/pull-visits.ts'
import { modelServer, type ModelServer } from '#tests/support/model-server.ts'
import { type SyncDevice, syncDevice } from '#tests/support/sync-device.ts'
import { type VirtualClock, virtualClock } from '#tests/support/virtual-clock.ts'

const minute = 60_000

let clock: VirtualClock
let server: ModelServer
let device: SyncDevice

beforeEach(async () => {
  clock = virtualClock()
  server = modelServer('plain')
  device = syncDevice(server, clock)
  server.put('listing', { id: 7, listing_price: 1, description: 'x', status: 'For Sale' })
  server.put('listing', { id: 8, listing_price: 1, description: 'y', status: 'Sold' })
  keep('7/showings/', [aShowing(1), aShowing(2)])
  keep('7/open-houses/', [{ id: 5, date: '2026-11-22', start_time: '10:00', end_time: '12:00' }])
  keep('7/open-house-visits/', [{ id: 9, open_house: 5, client_email: 'jo@example.com' }])
  await device.sync()
})

/** Sets the server's answer for a list. */
function keep(list: string, records: Fields[]): void {
  device.network.always(`GET listings/${list}`, { status: 200, body: records })
}

function aShowing(id: number, more: Fields = {}): Fields {
  return { id, showing_date: '2026-11-22', start_time: '10:00', end_time: '10:30', client_email: 'a@b.org', ...more }
}

const open = (...listingKeys: string[]) =>
  clock.run(pullVisits(device.ports, { listingKeys, days: null }, createAbort().signal))

const keysOf = (entity: 'showing' | 'open_house' | 'open_house_visit') =>
  device.replica.allRows(entity).map(({ key }) => key)

const asked = () => device.network.sent.filter(({ path }) => /^listings\/\d/.test(path)).map(({ path }) => path)

describe('children on a plain server', () => {
  test('are pulled when their listing is opened, and never by a full pull', async () => {
    await clock.pass(10 * minute)
    await device.sync()
    expect(asked()).toEqual([])
    expect(await open('7')).toMatchObject({
      listings: { 7: { showing: 'known', open_house: 'known', open_house_visit: 'known' } },
    })
    expect(asked()).toEqual(['listings/7/showings/', 'listings/7/open-houses/', 'listings/7/open-house-visits/'])
    expect(device.row('showing', '1')).toMatchObject({ listing_key: '7', client_email: 'a@b.org' })
    expect(device.row('open_house_visit', '9')).toMatchObject({ listing_key: '7', open_house_key: '5' })
  })

  test('sent twice by a proxy become a conflict, even without creation times', async () => {
    device.network.always('GET listings/7/showings/', null)
    const { handle } = server
    server.handle = (request) => {
      if (request.method === 'POST') handle(request)
      return handle(request)
    }
    const references = { listing: { entity: 'listing' as const, key: '7' } }
    const { id: _, ...showing } = aShowing(0)
    const key = await device.create('showing', showing, { references })
    await device.sync()
    server.handle = handle
    // Another visit of the same person is no duplicate.
    server.put('showing', { ...showing, listing: 7, showing_date: '2026-11-29' })
    await open('7')
    expect(server.records('showing')).toHaveLength(3)
    expect(device.operations()).toMatchObject([{ kind: 'delete', state: 'conflict', refusal: { code: 'made_twice' } }])
    expect(device.replica.allRows('showing').map((row) => row.key)).toContain(key)
    expect(device.replica.allRows('showing')).toHaveLength(2)
  })

  test('are pulled again only after five minutes', async () => {
    await open('7')
    await open('7')
    expect(asked()).toHaveLength(3)
    await clock.pass(6 * minute)
    keep('7/showings/', [aShowing(1, { start_time: '11:00' }), aShowing(2)])
    await open('7')
    expect(asked()).toHaveLength(6)
    expect(device.row('showing', '1')).toMatchObject({ start_time: '11:00' })
  })

  test('missing from a list are removed, but several only after a second look (fault G14)', async () => {
    keep(
      '7/showings/',
      [1, 2, 3, 4].map((id) => aShowing(id)),
    )
    await open('7')
    await clock.pass(6 * minute)
    keep(
      '7/showings/',
      [2, 3, 4].map((id) => aShowing(id)),
    )
    await open('7')
    expect(keysOf('showing')).toEqual(['2', '3', '4'])
    await clock.pass(6 * minute)
    keep('7/showings/', [])
    await open('7')
    expect(keysOf('showing')).toEqual(['2', '3', '4'])
    await clock.pass(2 * minute)
    await open('7')
    expect(keysOf('showing')).toEqual([])
    expect(keysOf('open_house')).toEqual(['5'])
  })

  test('show a waiting edit on top of the pulled copy', async () => {
    await open('7')
    device.network.isOnline = false
    await device.edit('showing', '1', { client_email: 'new@b.org' })
    device.network.isOnline = true
    await clock.pass(6 * minute)
    keep('7/showings/', [aShowing(1, { start_time: '11:00' })])
    await open('7')
    expect(device.row('showing', '1')).toMatchObject({ client_email: 'new@b.org', start_time: '11:00' })
  })

  test('report a server error for its own list only, and no error without a network', async () => {
    device.network.always('GET listings/7/open-houses/', { status: 500 })
    expect(await open('7')).toMatchObject({
      listings: { 7: { showing: 'known', open_house: 'failed', open_house_visit: 'known' } },
    })
    device.network.isOnline = false
    await clock.pass(6 * minute)
    expect(await open('7')).toMatchObject({ listings: { 7: { showing: 'unanswered', open_house: 'unanswered' } } })
    expect(keysOf('showing')).toEqual(['1', '2'])
  })

  test('confirmed by the server while a list was in flight are not removed by it', async () => {
    await open('7')
    await clock.pass(6 * minute)
    let arrive = () => {}
    device.network.next('GET listings/7/showings/', {
      until: new Promise((resolve) => {
        arrive = resolve
      }),
    })
    const opening = pullVisits(device.ports, { listingKeys: ['7'], days: null }, createAbort().signal)
    await clock.pass(1)
    const { id: _, ...fields } = aShowing(0, { start_time: '15:00' })
    const references = { listing: { entity: 'listing' as const, key: '7' } }
    const key = await device.create('showing', fields, { references })
    await device.sync()
    expect(device.operations()).toEqual([])
    arrive()
    await clock.run(opening)
    expect(device.row('showing', key)).toMatchObject({ start_time: '15:00', id: expect.any(Number) })
  })

  test('appointments are pulled for the days on screen', async () => {
    const days = { first: '2026-11-01', last: '2026-11-30' }
    const meeting = { id: 3, title: 'Bank', date: '2026-11-24', start_time: '09:00', end_time: '10:00' }
    device.network.always('GET scheduling/appointments/', { status: 200, body: { results: [meeting] } })
    const pulled = await clock.run(pullVisits(device.ports, { listingKeys: [], days }, createAbort().signal))
    expect(pulled.appointments).toBe('known')
    expect(device.row('appointment', '3')).toMatchObject({ title: 'Bank' })
    expect(device.network.sent.at(-1)?.path).toBe('scheduling/appointments/?start_date=2026-11-01&end_date=2026-11-30')
    device.network.always('GET scheduling/appointments/', { status: 200, body: { results: [] } })
    await clock.pass(6 * minute)
    await clock.run(pullVisits(device.ports, { listingKeys: [], days }, createAbort().signal))
    expect(device.replica.allRows('appointment')).toEqual([])
  })

  test('are not pulled in another agent’s session', async () => {
    server.signedInAs = 2
    await open('7')
    expect(asked()).toEqual([])
    expect(keysOf('showing')).toEqual([])
  })
})

test('a server with a change feed is not asked for children', async () => {
  const ours = syncDevice(modelServer('ours'), clock)
  await ours.sync()
  const before = ours.network.sent.length
  await clock.run(pullVisits(ours.ports, { listingKeys: ['7'], days: null }, createAbort().signal))
  expect(ours.network.sent.length).toBe(before)
})

describe('the available listings of a tour’s date', () => {
  const askFor = (tourDate: string) =>
    clock.run(pullVisits(device.ports, { listingKeys: [], days: null, tourDate }, createAbort().signal))
  const home = (id: number): Fields => ({ id, property: { address: `${id} Oak Way`, city: 'Salem', state: 'OR' } })
  const queries = () =>
    device.network.sent.filter(({ path }) => path.startsWith('listings/available/')).map(({ path }) => path)
  const keys = () => device.replica.allRows('available_listing').map(({ key }) => key)

  beforeEach(() => {
    device.network.sent.length = 0
    device.network.always('GET listings/available/?tour_date=2026-11-30', { status: 200, body: [home(21), home(22)] })
    device.network.always('GET listings/available/?tour_date=2026-12-01', { status: 200, body: [home(22), home(23)] })
  })

  test('are asked for by that date, once in five minutes', async () => {
    await askFor('2026-11-30')
    await askFor('2026-11-30')
    expect(queries()).toEqual(['listings/available/?tour_date=2026-11-30&page_size=100'])
    expect(keys()).toEqual(['21', '22'])
    await askFor('2026-12-01')
    expect(queries()).toHaveLength(2)
    const offered = await device.replica.transact('read', (tx) => tx.meta<AvailableOn>(availableOnMetadataKey))
    expect(offered).toMatchObject({ date: '2026-12-01', keys: ['22', '23'] })
  })

  test('stay while they are offered, whatever today’s list contains', async () => {
    await askFor('2026-11-30')
    await device.sync()
    await clock.pass(2 * minute)
    await device.sync()
    expect(keys()).toEqual(['21', '22'])
  })

  test('are not requested from our server, which sends all of them in its feed', async () => {
    const ours = syncDevice(modelServer('ours'), clock)
    await ours.sync()
    const wanted = { listingKeys: [], days: null, tourDate: '2026-11-30' }
    await clock.run(pullVisits(ours.ports, wanted, createAbort().signal))
    expect(ours.network.sent.filter(({ path }) => path.includes('available'))).toEqual([])
  })
})

describe('a visitor who signed in', () => {
  test('has name, number and consents on the device even if a plain server does not store them', async () => {
    const given_at = '2026-11-22T18:05:00.000Z'
    const consents = [{ kind: 'email', wording_version: '1', wording: 'Yes, write to me.', given_at }]
    const told = { name: 'Jo Lind', phone_number: '555 0100', consents, signed_in_at: given_at }
    const references = {
      listing: { entity: 'listing', key: '7' },
      open_house: { entity: 'open_house', key: '5' },
    } as const
    server.put('open_house', { id: 5, listing: 7, date: '2026-11-22', start_time: '10:00', end_time: '12:00' })
    await open('7')
    const key = await device.create('open_house_visit', { client_email: 'lind@example.com', ...told }, { references })
    await device.settle()
    expect(server.records('open_house_visit')).toMatchObject([{ client_email: 'lind@example.com' }])
    const id = device.row('open_house_visit', key)?.id
    expect(device.row('open_house_visit', key)).toMatchObject(told)

    await clock.pass(6 * minute)
    keep('7/open-house-visits/', [{ id: Number(id), open_house: 5, client_email: 'lind@example.com' }])
    await open('7')
    expect(device.row('open_house_visit', key)).toMatchObject(told)
  })
})

test('both names of a date field are read, for showings and open houses', async () => {
  const { id, showing_date: date, ...rest } = aShowing(1)
  keep('7/showings/', [{ id: Number(id), date: date!, ...rest }])
  keep('7/open-houses/', [{ id: 5, showing_date: '2026-11-22', start_time: '10:00', end_time: '12:00' }])
  await open('7')
  expect(device.row('showing', '1')).toMatchObject({ showing_date: '2026-11-22' })
  expect(device.row('open_house', '5')).toMatchObject({ date: '2026-11-22' })
})

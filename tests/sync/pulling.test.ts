import { describe, expect, test } from 'vitest'
import { type FeedPlace, feedPlaceMetadataKey } from '#core/sync/metadata-keys.ts'
import type { Fields } from '#core/contract/json.ts'
import type { ModelServer } from '#tests/support/model-server.ts'
import type { SyncDevice } from '#tests/support/sync-device.ts'
import { answerCreates, office } from '#tests/support/sync-office.ts'

function addClients(server: ModelServer, count: number): void {
  for (let number = 1; number <= count; number++) server.put('client', { id: number, first_name: `C${number}` })
}

function placeInFeed({ replica }: SyncDevice) {
  return replica.transact('read', (tx) => tx.meta<FeedPlace>(feedPlaceMetadataKey))
}

describe('pulling from the change feed', () => {
  test('a new device pulls all records page by page, and afterwards only changes', async () => {
    const { server, device } = office()
    addClients(server, 1_200)
    await device.sync()
    expect(device.replica.allRows('client')).toHaveLength(1_200)
    expect(device.network.sent.filter(({ path }) => path.startsWith('sync/changes/'))).toHaveLength(3)
    server.put('client', { id: 7, first_name: 'Changed' })
    server.remove('client', 8)
    await device.sync()
    expect(device.row('client', '7')).toMatchObject({ first_name: 'Changed', version: '1201' })
    expect(device.row('client', '8')).toBeUndefined()
    expect(device.network.sent.filter(({ path }) => path.startsWith('sync/changes/'))).toHaveLength(4)
  })

  test('G15: rows and cursor are stored together; a page that could not be stored is requested again', async () => {
    const { server, device } = office()
    addClients(server, 3)
    await device.sync()
    server.put('client', { id: 4, first_name: 'C4' })
    device.network.next('GET sync/changes/', 'cut-off')
    await device.sync()
    expect(device.replica.allRows('client')).toHaveLength(3)
    await device.sync()
    expect(device.replica.allRows('client')).toHaveLength(4)
  })

  test('an interrupted first load continues at its last page', async () => {
    const { server, device } = office()
    addClients(server, 1_200)
    device.network.next('cursor=1000', 'never-leaves')
    await device.sync()
    expect(device.replica.allRows('client')).toHaveLength(1_000)
    expect(await placeInFeed(device)).toMatchObject({ isArriving: true })
    const before = device.network.sent.length
    await device.sync()
    expect(device.replica.allRows('client')).toHaveLength(1_200)
    expect(await placeInFeed(device)).toMatchObject({ isArriving: false })
    expect(device.network.sent.slice(before).filter(({ path }) => path.startsWith('sync/changes/'))).toHaveLength(1)
  })

  test('G16: after an expired cursor everything is pulled again, and waiting operations stay', async () => {
    const { server, device } = office()
    addClients(server, 10)
    await device.sync()
    device.network.always('PATCH', { status: 500 })
    await device.edit('client', '3', { phone_number: '1' })
    server.remove('client', 4)
    device.network.next('sync/changes/?cursor=', { status: 410, body: { code: 'cursor_too_old' } })
    await device.sync()
    expect(device.row('client', '3')).toMatchObject({ phone_number: '1' })
    expect(device.row('client', '4')).toBeUndefined()
    expect(device.replica.allRows('client')).toHaveLength(9)
  })

  test('G11: an older copy does not replace a newer one', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    await device.sync()
    const id = Number(device.row('client', key)?.id)
    const old = server.records('client')[0] as Fields
    await device.edit('client', key, { phone_number: '1' })
    const handle = server.handle
    server.handle = (request) =>
      request.path.startsWith('sync/changes/')
        ? {
            status: 200,
            headers: {},
            body: {
              changes: [{ entity: 'client', id, version: 1, deleted: false, record: old }],
              cursor: '1',
              has_more: false,
            },
          }
        : handle(request)
    await device.sync()
    expect(device.row('client', key)).toMatchObject({ phone_number: '1' })
  })

  test('G23: unknown fields and kinds of records are left untouched', async () => {
    const { server, device } = office()
    server.put('client', { id: 1, first_name: 'Ann', score: { of: [1, 2] } })
    const handle = server.handle
    server.handle = (request) => {
      const answer = handle(request)
      if (request.path.startsWith('sync/changes/')) {
        const { changes } = answer.body as { changes: Fields[] }
        changes.push({ entity: 'hologram', id: 1, version: 9, deleted: false, record: { id: 1 } })
      }
      return answer
    }
    await device.sync()
    expect(device.row('client', '1')).toMatchObject({ score: { of: [1, 2] } })
    await device.edit('client', '1', { phone_number: '1' })
    await device.sync()
    expect(server.records('client')).toMatchObject([{ score: { of: [1, 2] }, phone_number: '1' }])
    expect(server.effects[0]?.fields).toEqual({ phone_number: '1' })
  })

  test('a listing’s row contains its property with both area fields, and photos have rows of their own', async () => {
    const { server, device } = office()
    server.put('property', { id: 5, address: '1 High St', square_footage: '1,200' })
    server.put('property', { id: 6, address: '2 High St', square_footage: 1200 })
    server.put('listing', {
      id: 9,
      listing_price: '250000.00',
      property: { id: 6, address: '2 High St', square_footage: 1200 },
    })
    server.put('listing_image', { id: 3, listing: 9, image: '/photos/x/1920', caption: '', is_primary: true })
    await device.sync()
    expect(device.row('property', '6')).toMatchObject({ square_feet: 1200 })
    expect(device.row('listing', '9')).toMatchObject({
      listing_price: 250_000,
      property_key: '6',
      property: { square_feet: 1200 },
    })
    expect(device.row('listing', '9')).not.toHaveProperty('images')
    expect(device.replica.allRows('listing_image')).toMatchObject([{ key: '3', listing_key: '9' }])
  })

  test('C20 G10: the server’s copy of a record created here updates the existing row', async () => {
    const { server, device } = office()
    device.network.next('POST crm', 'lost-answer')
    const key = await device.addClient()
    await device.edit('client', key, { notes: 'Called' })
    await device.sync()
    expect(device.replica.allRows('client').map((row) => row.key)).toEqual([key])
    await device.settle()
    expect(device.replica.allRows('client')).toMatchObject([{ key, notes: 'Called' }])
    expect(server.records('client')).toHaveLength(1)
  })

  test('a property that another agent added already becomes one row, and its new listing refers to it', async () => {
    const { server, device } = office()
    server.put('property', { id: 5, address: '1 High St' })
    await device.sync()
    const property = await device.create('property', { address: '1 High St' })
    answerCreates(server, 'properties/', 200, { id: 5, address: '1 High St', client_key: 'of another' })
    const listing = await device.addListing(property)
    await device.settle()
    expect(device.replica.allRows('property')).toHaveLength(1)
    expect(server.records('listing')).toMatchObject([{ property: { id: 5 } }])
    expect(device.row('listing', listing)).toMatchObject({ property: { address: '1 High St' } })
  })
})

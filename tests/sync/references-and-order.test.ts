import { describe, expect, test } from 'vitest'
import { answerCreates, office } from '#tests/support/sync-office.ts'
import { opId } from '#tests/support/sync-records.ts'

describe('references and order', () => {
  test('E1 E5: a property, listing, edit and photo saved offline arrive in order without a local key', async () => {
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
    const photo = await device.addPhoto(listing)
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
    // Photos are stored for some days, in case the server is restored from a backup (C19).
    expect(device.replica.fileKeys()).toHaveLength(1)
  })

  test('E5: a text that contains a local key is not sent', async () => {
    const { server, device } = office()
    await device.addClient({ notes: `See /clients/local-${opId(7)}` })
    await device.sync()
    expect(server.records('client')).toEqual([])
    expect(device.operations()).toMatchObject([{ state: 'attention', refusal: { code: 'local_key' } }])
  })

  test('E6 H3: a refused parent blocks only its children, and correcting it unblocks them', async () => {
    const { server, device } = office()
    device.network.next('POST properties/', { status: 400, body: { address: ['Too short.'] } })
    const property = await device.create('property', { address: 'X' })
    await device.addListing(property)
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

  test('E10: deleting a listing waits for its photo that was attempted', async () => {
    const { server, device } = office()
    server.put('property', { id: 5, address: 'A' })
    const listing = await device.addListing('5')
    await device.sync()
    await device.addPhoto(listing)
    device.network.next('images/', 'lost-answer')
    await device.sync()
    await device.remove('listing', listing)
    await device.settle()
    expect(server.effects.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE'])
    expect(server.records('listing_image')).toEqual([])
    expect(device.replica.allRows('listing_image')).toEqual([])
  })

  test('E11: ids as text and as numbers are equal', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    server.put('client', { id: 77, first_name: 'Ann' })
    answerCreates(server, 'crm/clients/', 201, { id: '77', first_name: 'Ann' })
    await device.sync()
    expect(device.replica.allRows('client')).toMatchObject([{ key, id: 77 }])
  })

  test('C12: records are sent before photos', async () => {
    const { server, device } = office()
    server.put('listing', { id: 8, listing_price: 1 })
    await device.sync()
    for (let number = 0; number < 3; number++) await device.addPhoto('8')
    device.network.latencyMs = 10
    await device.addClient()
    await device.sync()
    expect(server.effects[0]).toMatchObject({ path: 'crm/clients/' })
    expect(server.records('listing_image')).toHaveLength(3)
  })
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Fields } from '#core/contract/json.ts'
import { resolveConflict } from '#core/sync/resolving/outbox-actions.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { anOffice, clock, type Device, ids } from '#tests/support/device-at-server.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'
import { aClient } from '#tests/support/sync-records.ts'

function edit({ replica }: Device, key: string, changes: Fields) {
  const opened = replica.allRows('client').find((row) => row.key === key) ?? {}
  return updateRecord(replica, clock, { opId: ids.uuid(), entity: 'client', key, opened, changes })
}

onAnyDatabase((server) => {
  const office = (devices: number) => anOffice(server(), devices)

  test('offline work reaches the server once despite lost answers, and the other device has it all', async () => {
    const { agent, devices } = await office(2)
    const [phone, desk] = devices
    if (phone === undefined || desk === undefined) throw new Error('Two devices are needed.')
    const { replica } = phone
    const property = await createRecord(replica, clock, {
      opId: ids.uuid(),
      entity: 'property',
      changes: { address: `${agent.id} Sync Street`, city: 'Sacramento', state: 'CA', zip_code: '95815', bedrooms: 2 },
    })
    const listing = await createRecord(replica, clock, {
      opId: ids.uuid(),
      entity: 'listing',
      changes: { listing_price: 250_000.5, description: 'Light', status: 'For Sale' },
      references: { property: { entity: 'property', key: property.key } },
      shown: { property: { address: `${agent.id} Sync Street` } },
    })
    const bytes = new Uint8Array(
      await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
        .jpeg()
        .toBuffer(),
    )
    const file = {
      blobKey: 'front',
      fileName: 'front.jpg',
      mediaType: 'image/jpeg',
      byteLength: bytes.length,
      sha256: 'x',
    }
    replica.keepFile(file, bytes)
    await createRecord(replica, clock, {
      opId: ids.uuid(),
      entity: 'listing_image',
      changes: { caption: 'Front', is_primary: true },
      references: { listing: { entity: 'listing', key: listing.key } },
      files: { image: file },
    })
    await createRecord(replica, clock, { opId: ids.uuid(), entity: 'client', changes: aClient() })

    for (let round = 0; round < 8 && replica.allOperations().length > 0; round++) {
      phone.loseNextAnswer()
      await phone.sync()
    }
    expect(replica.allOperations()).toEqual([])
    const listings = (await agent.get('/api/listings/')).body.results as Fields[]
    expect(listings).toMatchObject([{ listing_price: 250_000.5, images: [{ caption: 'Front', is_primary: true }] }])
    expect((await agent.get('/api/crm/clients/')).body.results).toHaveLength(1)
    expect((await agent.get(`/api/properties/properties/?search=${agent.id} Sync Street`)).body.count).toBe(1)

    await sharedChangesAreTold(server())
    await desk.sync()
    expect(desk.replica.allRows('listing')).toMatchObject([{ listing_price: 250_000.5, property: { bedrooms: 2 } }])
    expect(desk.replica.allRows('listing_image')).toMatchObject([
      { caption: 'Front', listing_key: String(Number(listings[0]?.['id'])) },
    ])
    expect(desk.replica.allRows('client')).toMatchObject([{ first_name: 'Ann' }])
    expect(desk.replica.allRows('property').length).toBe(replica.allRows('property').length)
  })

  test('two devices that edit one client merge, resolve a conflict, and end equal', async () => {
    const { agent, devices } = await office(2)
    const [phone, desk] = devices
    if (phone === undefined || desk === undefined) throw new Error('Two devices are needed.')
    const { key } = await createRecord(phone.replica, clock, {
      opId: ids.uuid(),
      entity: 'client',
      changes: aClient({ notes: 'Garden' }),
    })
    await phone.sync()
    await desk.sync()
    const deskKey = desk.replica.allRows('client')[0]?.key ?? ''
    await edit(phone, key, { phone_number: '1', category: 'Seller', notes: 'Garden, cars' })
    await edit(desk, deskKey, { last_name: 'Ray', category: 'Both', notes: 'Garden, dog' })
    await phone.sync()
    await desk.sync()
    const [asked] = desk.replica.allOperations()
    expect(asked).toMatchObject({ state: 'conflict', conflict: { fields: ['category'] } })
    await resolveConflict(desk.replica, clock, asked?.opId ?? '', { category: 'mine' })
    await desk.sync()
    await phone.sync()
    const [record] = (await agent.get('/api/crm/clients/')).body.results as Fields[]
    expect(record).toMatchObject({ phone_number: '1', last_name: 'Ray', category: 'Both' })
    expect(record?.['notes']).toContain('cars')
    expect(record?.['notes']).toContain('dog')
    for (const device of [phone, desk]) {
      expect(device.replica.allOperations()).toEqual([])
      expect(device.replica.allRows('client')).toMatchObject([{ ...record, version: expect.anything() }])
    }
  })

  test('a refused create shows its field errors, and is sent once it is corrected', async () => {
    const { agent, devices } = await office(1)
    const [phone] = devices
    if (phone === undefined) throw new Error('A device is needed.')
    const { key } = await createRecord(phone.replica, clock, {
      opId: ids.uuid(),
      entity: 'client',
      changes: aClient({ email: 'wrong' }),
    })
    await phone.sync()
    expect(phone.replica.allOperations()).toMatchObject([
      { state: 'attention', refusal: { status: 400, fieldErrors: { email: expect.any(String) } } },
    ])
    await edit(phone, key, { email: 'right@example.com' })
    await phone.sync()
    expect(phone.replica.allOperations()).toEqual([])
    expect((await agent.get('/api/crm/clients/')).body.results).toMatchObject([{ email: 'right@example.com' }])
  })
})

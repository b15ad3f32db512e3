import { expect, test } from 'vitest'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Row } from '#core/sync/ports.ts'
import { deleteRecord, undoMs } from '#core/sync/writing/delete-record.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { undoDelete } from '#core/sync/writing/undo-delete.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { anOffice, clock, type Device, ids } from '#tests/support/device-at-server.ts'
import { aListing } from '#tests/support/listings.ts'
import type { Agent, TestServer } from '#tests/support/server.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'

let homes = 0

async function aTypedHome(agent: Agent) {
  homes += 1
  const home = { address: `${homes} Typo Ln`, city: 'Salem', state: 'OR', zip_code: '97301', bedrooms: 2 }
  const { body } = await agent.post('/api/properties/properties/', home)
  const listing = { property: body.id, listing_price: 1, description: 'A house.', status: 'For Sale' }
  return { property: body, listing: (await agent.post('/api/listings/', listing)).body }
}

async function edit(device: Device, entity: EntityName, { key, ...opened }: Row, changes: Fields, shown: Fields = {}) {
  await updateRecord(device.replica, clock, { opId: ids.uuid(), entity, key, opened, changes, shown })
}

const row = (device: Device, entity: EntityName, id: number) =>
  device.replica.allRows(entity).find((one) => one.id === id)!

async function synced(server: TestServer, devices: readonly Device[]) {
  await sharedChangesAreTold(server)
  for (const device of devices) await device.sync()
}

onAnyDatabase((server) => {
  test('a correction made offline shows at once, and reaches the server and the other device', async () => {
    const { agent, devices } = await anOffice(server(), 2)
    const [phone, desk] = devices as [Device, Device]
    const { property, listing } = await aTypedHome(agent)
    await synced(server(), devices)
    expect(row(desk, 'property', property.id)).toMatchObject({ added_by_me: true })

    await edit(phone, 'property', row(phone, 'property', property.id), { address: '1 Right Way', zip_code: '97302' })
    const corrected = { address: '1 Right Way', zip_code: '97302', city: 'Salem' }
    expect(row(phone, 'listing', listing.id)['property']).toMatchObject(corrected)

    // The desk edits the listing and another field of the home in the meantime.
    await edit(desk, 'listing', row(desk, 'listing', listing.id), { description: 'A house with a porch.' })
    await edit(desk, 'property', row(desk, 'property', property.id), { bedrooms: 3 })
    await desk.sync()
    await phone.sync()
    expect(row(phone, 'listing', listing.id)['property']).toMatchObject({ ...corrected, bedrooms: 3 })
    expect((await agent.get(`/api/listings/${listing.id}/`)).body).toMatchObject({
      description: 'A house with a porch.',
      property: { ...corrected, bedrooms: 3 },
    })
    await synced(server(), devices)
    for (const device of devices) {
      expect(row(device, 'listing', listing.id)['property']).toMatchObject({ ...corrected, bedrooms: 3 })
      expect(await device.replica.transact('read', (tx) => tx.operationCount())).toBe(0)
    }
  })

  test('an unsent home and its listing are corrected together', async () => {
    const { agent, devices } = await anOffice(server(), 1)
    const [phone] = devices as [Device]
    const typed = { address: '7 Fresh Tpyo Rd', city: 'Salem', state: 'OR', zip_code: '97301' }
    const { key } = await createRecord(phone.replica, clock, { opId: ids.uuid(), entity: 'property', changes: typed })
    const listing = await createRecord(phone.replica, clock, {
      opId: ids.uuid(),
      entity: 'listing',
      changes: { listing_price: 1, description: 'A house.', status: 'For Sale' },
      references: { property: { entity: 'property', key } },
      shown: { property: typed },
    })
    const home = phone.replica.allRows('property').find((one) => one.key === key)!
    await edit(phone, 'property', home, { address: '7 Fresh Typo Rd' })
    const shown = () => phone.replica.allRows('listing').find((one) => one.key === listing.key)?.['property']
    expect(shown()).toMatchObject({ address: '7 Fresh Typo Rd' })
    await phone.sync()
    await phone.sync()
    expect(shown()).toMatchObject({ address: '7 Fresh Typo Rd' })
    expect((await agent.get('/api/listings/')).body.results).toMatchObject([
      { property: { address: '7 Fresh Typo Rd' } },
    ])
  })

  test('two devices’ overrides of one listing are merged value by value', async () => {
    const { agent, devices } = await anOffice(server(), 2)
    const [phone, desk] = devices as [Device, Device]
    const { id, property } = await aListing(agent)
    await synced(server(), devices)
    const override = (device: Device, overrides: Fields) =>
      edit(
        device,
        'listing',
        row(device, 'listing', id),
        { property_overrides: overrides },
        {
          property: { ...property, ...overrides },
        },
      )
    await override(phone, { bedrooms: 7 })
    await override(desk, { year_built: 1907 })
    expect(row(phone, 'listing', id)['property']).toMatchObject({ bedrooms: 7 })
    await synced(server(), [phone, desk, phone])
    const both = { bedrooms: 7, year_built: 1907 }
    for (const device of devices)
      expect(row(device, 'listing', id)).toMatchObject({ property_overrides: both, property: both })
    expect((await agent.get(`/api/listings/${id}/`)).body).toMatchObject({ property_overrides: both, property: both })

    await edit(desk, 'listing', row(desk, 'listing', id), { property_overrides: null }, { property })
    await synced(server(), [desk, phone])
    for (const device of devices)
      expect(row(device, 'listing', id)).toMatchObject({ property_overrides: null, property })
  })

  test('removing a typed home can be undone on the device, and otherwise reaches all devices', async () => {
    const { agent, devices } = await anOffice(server(), 2)
    const [phone, desk] = devices as [Device, Device]
    const { property, listing } = await aTypedHome(agent)
    await agent.delete(`/api/listings/${listing.id}/`)
    await synced(server(), devices)
    const { key } = row(phone, 'property', property.id)
    const deletion = { entity: 'property', key } as const
    const deleted = await deleteRecord(phone.replica, clock, { opId: ids.uuid(), ...deletion, undoMs })
    expect(await undoDelete(phone.replica, deleted!)).toBe('undone')
    expect(row(phone, 'property', property.id)).toMatchObject({ address: property.address })
    await deleteRecord(phone.replica, clock, { opId: ids.uuid(), ...deletion })
    await synced(server(), [phone, desk])
    await synced(server(), [desk])
    expect((await agent.get(`/api/properties/properties/${property.id}/`)).status).toBe(404)
    for (const device of devices) expect(row(device, 'property', property.id)).toBeUndefined()
  })
})

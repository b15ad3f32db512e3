import { expect, test } from 'vitest'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Reference } from '#core/sync/operation.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { anOffice, clock, type Device, ids } from '#tests/support/device-at-server.ts'
import { aListing } from '#tests/support/listings.ts'

const times = { start_time: '11:00:00', end_time: '13:00:00' }

async function create(device: Device, entity: EntityName, changes: Fields, references: Record<string, string> = {}) {
  const typed: Record<string, Reference> = Object.fromEntries(
    Object.entries(references).map(([field, key]) => [field, { entity: field as EntityName, key }]),
  )
  const { key } = await createRecord(device.replica, clock, { opId: ids.uuid(), entity, changes, references: typed })
  return key
}

function signIn(device: Device, listing: string, open_house: string, wishes: Fields = {}) {
  const visitor = { client_email: 'jo@example.com', name: 'Jo', phone_number: '', consents: [], signed_in_at: null }
  return create(device, 'open_house_visit', { ...visitor, ...wishes }, { listing, open_house })
}

const operationsOf = ({ replica }: Device) =>
  replica.transact('read', async (tx) => (await tx.operations(0, 100)).map(({ state }) => state))

onAnyDatabase((server) => {
  test('a day planned offline, with its listing, reaches the server and the other device complete', async () => {
    const { agent, devices } = await anOffice(server(), 2)
    const [phone, desk] = devices as [Device, Device]
    const property = await create(phone, 'property', {
      address: '9 Offline Lane',
      city: 'Salem',
      state: 'OR',
      zip_code: '97301',
    })
    const price = { listing_price: 250_000, description: 'A house', status: 'For Sale' }
    const listing = await create(phone, 'listing', price, { property })
    const openHouse = await create(phone, 'open_house', { date: '2026-11-22', ...times }, { listing })
    const visit = await signIn(phone, listing, openHouse)
    const showing = { showing_date: '2026-11-23', ...times, client_email: 'jo@example.com' }
    await create(phone, 'showing', showing, { listing })
    await create(phone, 'appointment', { title: 'Notary', date: '2026-11-24', ...times, notes: '', location: '' })
    phone.loseNextAnswer()
    await phone.sync()
    await phone.sync()

    const [kept] = (await agent.get('/api/listings/')).body.results
    const read = async (name: string) => (await agent.get(`/api/listings/${kept.id}/${name}/`)).body.results
    expect(await read('showings')).toMatchObject([showing])
    expect(await read('open-houses')).toMatchObject([{ date: '2026-11-22', ...times }])
    expect(await read('open-house-visits')).toMatchObject([{ client_email: 'jo@example.com', name: 'Jo' }])
    expect((await agent.get('/api/scheduling/appointments/')).body.results).toMatchObject([{ title: 'Notary' }])
    const [made] = phone.replica.allRows('open_house_visit')
    expect(made).toMatchObject({ key: visit, listing_key: listing, open_house_key: openHouse, id: expect.any(Number) })

    await desk.sync()
    const [there] = desk.replica.allRows('open_house_visit')
    const [thereOpen] = desk.replica.allRows('open_house')
    expect(there).toMatchObject({ listing_key: String(kept.id), open_house_key: thereOpen?.key, name: 'Jo' })
    expect(there?.['open_house']).toBe(thereOpen?.['id'])
    expect(desk.replica.allRows('showing')).toMatchObject([{ listing_key: String(kept.id), ...showing }])
    expect(desk.replica.allRows('appointment')).toHaveLength(1)
  })

  test('a visitor who signs in on two tablets offline is one visitor on both, with all details', async () => {
    const { agent, devices } = await anOffice(server(), 2)
    const [left, right] = devices as [Device, Device]
    const listing = await aListing(agent)
    const openHouse = await agent.post(`/api/listings/${listing.id}/open-houses/`, { date: '2026-11-22', ...times })
    for (const device of [left, right]) await device.sync()
    const [listingKey, openKey] = [String(listing.id), String(openHouse.body.id)]
    await signIn(left, listingKey, openKey)
    await signIn(right, listingKey, openKey, { client_email: 'Jo@Example.com', phone_number: '555-0104' })
    for (const device of [left, right, left, right]) await device.sync()

    const { results } = (await agent.get(`/api/listings/${listing.id}/open-house-visits/`)).body
    expect(results).toMatchObject([{ client_email: 'jo@example.com', name: 'Jo', phone_number: '555-0104' }])
    for (const device of [left, right]) {
      expect(await operationsOf(device)).toEqual([])
      expect(device.replica.allRows('open_house_visit')).toMatchObject([
        { id: results[0].id, phone_number: '555-0104' },
      ])
    }
  })

  test('a visitor who signs in twice on one tablet is one visitor in the end', async () => {
    const { agent, devices } = await anOffice(server(), 1)
    const [tablet] = devices as [Device]
    const listing = await aListing(agent)
    const openHouse = await agent.post(`/api/listings/${listing.id}/open-houses/`, { date: '2026-11-22', ...times })
    await tablet.sync()
    for (const name of ['Jo', 'Joanna']) {
      await signIn(tablet, String(listing.id), String(openHouse.body.id), { name })
    }
    await tablet.sync()
    await tablet.sync()
    expect(tablet.replica.allRows('open_house_visit')).toHaveLength(1)
    expect(await operationsOf(tablet)).toEqual([])
    expect((await agent.get(`/api/listings/${listing.id}/open-house-visits/`)).body.count).toBe(1)
  })

  test('deleting a listing removes its visits from every device', async () => {
    const { agent, devices } = await anOffice(server(), 2)
    const [phone, desk] = devices as [Device, Device]
    const listing = await aListing(agent)
    const key = String(listing.id)
    await phone.sync()
    const openHouse = await create(phone, 'open_house', { date: '2026-11-22', ...times }, { listing: key })
    await signIn(phone, key, openHouse)
    await phone.sync()
    await desk.sync()
    expect(desk.replica.allRows('open_house_visit')).toHaveLength(1)
    await deleteRecord(phone.replica, clock, { opId: ids.uuid(), entity: 'listing', key })
    await phone.sync()
    await desk.sync()
    for (const device of [phone, desk]) {
      for (const entity of ['listing', 'open_house', 'open_house_visit'] as const) {
        expect(device.replica.allRows(entity)).toEqual([])
      }
    }
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { addHomeToShow, type HomeToShow, removeHomeToShow } from '#records/homes/add-home-to-show.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'

let device: Device

beforeEach(async () => {
  device = await openDevice('7')
})

afterEach(async () => {
  device.close()
  await deleteDevice('7')
})

const unknown = { name: '', phone: '', email: '', brokerage: '', mls_number: '', link: '' }
const place = { city: 'Portland', state: 'OR', zip_code: '97214' }
const facts = { address: '1427 SE 34th Ave', ...place, bedrooms: null, bathrooms: null }

const add = (wishes: Partial<HomeToShow> = {}) =>
  addHomeToShow(device, {
    opId: device.ids.uuid(),
    facts,
    listing_price: 0,
    listed_by: { ...unknown, name: 'Ada Bell' },
    propertyKey: null,
    ...wishes,
  })
const operations = () => device.database.outbox.orderBy('seq').toArray()

test('adding another broker’s home creates a private property and a listing with the broker’s name', async () => {
  const key = await add()
  const listing = await device.database.listings.get(key)
  expect(listing).toMatchObject({ listing_price: 0, status: 'For Sale', listed_by: { name: 'Ada Bell' } })
  expect(listing?.property).toMatchObject({ address: '1427 SE 34th Ave', zip_code: '97214' })
  expect(await device.database.properties.get(listing?.property_key ?? '')).toMatchObject({ is_private: true })
  expect(await device.database.listings.orderBy('listed_by.name').primaryKeys()).toEqual([key])
  expect(await operations()).toMatchObject([
    { entity: 'property', kind: 'create', changes: { is_private: true, city: 'Portland', bedrooms: null } },
    { entity: 'listing', kind: 'create', references: { property: { key: listing?.property_key } } },
  ])
})

test('pressing Save twice creates one home', async () => {
  const opId = device.ids.uuid()
  expect(await add({ opId })).toBe(await add({ opId }))
  expect(await operations()).toHaveLength(2)
})

test('a catalog home is reused, and so is a private home with the same street, city and ZIP code', async () => {
  await device.database.properties.put({ key: '901', id: 901, ...facts, square_feet: null })
  const used = await add({ propertyKey: '901' })
  expect(await device.database.listings.get(used)).toMatchObject({ property_key: '901' })
  const own = await add()
  const again = await add({ facts: { ...facts, address: '1427 se 34th ave' } })
  expect((await device.database.listings.get(again))?.property_key).toBe(
    (await device.database.listings.get(own))?.property_key,
  )
  expect((await operations()).filter(({ entity }) => entity === 'property')).toHaveLength(1)
})

test('property and listing are saved together or not at all', async () => {
  const { replica } = device
  const { transact } = replica
  const full: typeof transact = (mode, work) =>
    transact(mode, (tx) =>
      work({
        ...tx,
        addOperation: (operation) =>
          operation.entity === 'listing' ? Promise.reject(new Error('full')) : tx.addOperation(operation),
      }),
    )
  Object.assign(replica, { transact: full })
  await expect(add()).rejects.toThrow('full')
  expect(await device.database.properties.count()).toBe(0)
  expect(await operations()).toEqual([])
})

test('undoing removes the listing, and the private property unless another listing uses it', async () => {
  const [first, second] = [await add(), await add()]
  await removeHomeToShow(device, second)
  expect(await device.database.properties.count()).toBe(1)
  await removeHomeToShow(device, first)
  expect(await device.database.properties.count()).toBe(0)
  expect(await device.database.listings.count()).toBe(0)
  expect(await operations()).toEqual([])
})

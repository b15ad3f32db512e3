import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSameHome } from '#core/domain/homes/same-home.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { findSameHome } from '#storage/homes/find-same-home.ts'

let device: Device

beforeEach(async () => {
  device = await openDevice('7')
})

afterEach(async () => {
  device.close()
  await deleteDevice('7')
})

const portland = { city: 'Portland', state: 'OR', zip_code: '97214' }
const figures = { bedrooms: null, bathrooms: null, square_feet: null }
const find = (address: string, place = portland) => findSameHome(device.database, { address, ...place })

test('a home is found among 10,000 catalog homes, however its address is spelled', async () => {
  const { database } = device
  const streets = Array.from({ length: 10_000 }, (_, index) => `${index + 1} SE ${(index % 90) + 1}th Ave`)
  await database.properties.bulkPut(
    streets.map((address, index) => Object.assign({ key: String(index), address }, portland, figures)),
  )
  await database.properties.bulkPut([
    { key: 'home', address: '1427 SE Salmon Avenue', ...portland, ...figures },
    { key: 'flat', address: '1427 SE Salmon Ave #4', ...portland, ...figures },
    { key: 'lot', address: 'Lot 5, Elm St', ...portland, ...figures },
  ])
  for (const address of ['1427 SE SALMON AVE', '1427 Southeast Salmon Av.', '1427 salmon ave'])
    expect(await find(address), address).toEqual({ kind: 'property', key: 'home' })
  expect(await find('1427 SE Salmon Ave, Apt 4', { ...portland, zip_code: '97214-1234' })).toMatchObject({
    key: 'flat',
  })
  expect(await find('lot 5 elm st')).toMatchObject({ key: 'lot' })
  await database.properties.put({ key: 'door', address: '77 Elm St Unit A', ...portland, ...figures })
  expect(await find('77A Elm St')).toMatchObject({ key: 'door' })
  expect(await find('77B Elm St')).toBeNull()
  for (const other of [
    '1429 SE Salmon Ave',
    '1427 NE Salmon Ave',
    '1427 SE Salmon Ave #5',
    '1427 SE Salmon St',
    'Lot 6, Elm St',
  ])
    expect(await find(other), other).toBeNull()
  expect(await find('1427 SE Salmon Ave', { ...portland, zip_code: '97202' })).toBeNull()
})

test('the agent’s own listing is found before the catalog home', async () => {
  const { database } = device
  await database.properties.put({ key: '901', address: '12 Elm St', ...portland, ...figures })
  await database.listings.put({
    key: '7',
    listing_price: 1,
    description: '',
    status: 'For Sale',
    property: { address: '12 Elm Street', ...portland },
    property_key: '901',
  })
  expect(await find('12 ELM ST')).toEqual({ kind: 'listing', key: '7' })
})

test('a sold listing is ignored, and its property found', async () => {
  const { database } = device
  await database.properties.put({ key: '901', address: '12 Elm St', ...portland, ...figures })
  const property = { address: '12 Elm St', ...portland }
  await database.listings.put({
    key: '7',
    listing_price: 1,
    description: '',
    status: 'Sold',
    property,
    property_key: '901',
  })
  expect(await find('12 ELM ST')).toEqual({ kind: 'property', key: '901' })
})

test('an address with a unit and one without are different homes', () => {
  const [house, flat] = ['12 Elm St', '12 Elm St #4'].map((address) => Object.assign({ address }, portland))
  expect(isSameHome(house!, flat!)).toBe(false)
  expect(isSameHome(flat!, { ...flat!, address: 'Unit 4, 12 Elm Street' })).toBe(true)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { homesToShow, keysOfHomesToShow, ownListings } from '#storage/homes/homes-to-show.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import type { ListingRow } from '#storage/database/rows.ts'

let device: Device

beforeEach(async () => {
  device = await openDevice('7')
})

afterEach(async () => {
  device.close()
  await deleteDevice('7')
})

function aListing(number: number, fields: Partial<ListingRow> = {}): ListingRow {
  return {
    key: String(number),
    id: number,
    listing_price: 100_000 + number,
    status: 'For Sale',
    description: 'A quiet house.',
    created_at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    property: { address: `${number} High St`, city: 'Sacramento', state: 'CA', zip_code: '95814' },
    ...fields,
  }
}

async function keysOf(text: string) {
  await device.search.prepare()
  return device.search.find(text, 'oldest', 60).keys
}

/** Resolves when the search has processed a change that made `isTrue` return true. */
async function until(isTrue: () => boolean) {
  if (isTrue()) return
  await new Promise<void>((resolve) => {
    const stop = device.search.subscribe(() => {
      if (!isTrue()) return
      stop()
      resolve()
    })
  })
}

test('finds own listings and other brokers’ homes separately, and follows a home that becomes own', async () => {
  const listed_by = { name: 'Dana Wu', phone: '', email: '', brokerage: 'Cascade', mls_number: '224001', link: '' }
  const other = aListing(2, { listed_by })
  await device.database.listings.bulkPut([aListing(1), other, aListing(3, { listed_by: null })])
  expect(await keysOf('high')).toEqual(['1', '3'])
  expect(await keysOf('cascade')).toEqual([])
  const ofOthers = (text: string) => device.search.find(text, 'oldest', 60, { areHomesToShow: true }).keys
  expect(ofOthers('high')).toEqual(['2'])
  expect(ofOthers('cascade 224001')).toEqual(['2'])
  expect(await homesToShow(device.database)).toMatchObject([{ key: '2' }])
  expect(await ownListings(device.database)).toMatchObject([{ key: '1' }, { key: '3' }])
  await device.database.listings.put({ ...other, listed_by: null })
  await until(() => ofOthers('high').length === 0)
  expect(await keysOf('high')).toEqual(['1', '2', '3'])
  expect(await keysOfHomesToShow(device.database)).toEqual(new Set())
})

test('matches any part of address, city, state, ZIP code and description, in any case', async () => {
  await device.database.listings.bulkPut([
    aListing(1, { property: { address: '12 Maple Ave', city: 'Davis', state: 'CA', zip_code: '95616' } }),
    aListing(2, { property: { address: '9 Oak Rd', city: 'Reno', state: 'NV', zip_code: '89501' } }),
    aListing(3, { description: 'Corner lot with a MAPLE tree' }),
  ])
  expect(await keysOf('mapLE')).toEqual(['1', '3'])
  expect(await keysOf('reno')).toEqual(['2'])
  expect(await keysOf('nv')).toEqual(['2'])
  expect(await keysOf('956')).toEqual(['1'])
  expect(await keysOf('avedavis')).toEqual([])
  expect(await keysOf('davis maple')).toEqual(['1'])
  expect(await keysOf('  ')).toEqual(['1', '2', '3'])
})

test('returns the first sixty keys in the requested order, and the total', async () => {
  await device.database.listings.bulkPut(Array.from({ length: 500 }, (_, index) => aListing(index + 1)))
  await device.search.prepare()
  const newest = device.search.find('high', 'newest', 60)
  expect([newest.keys.length, newest.total, newest.complete, newest.keys[0], newest.keys[59]]).toEqual([
    60,
    500,
    true,
    '500',
    '441',
  ])
  expect(device.search.find('high', 'cheapest', 2).keys).toEqual(['1', '2'])
  expect(device.search.find('high', 'dearest', 2).keys).toEqual(['500', '499'])
})

test('searching and browsing order equal dates alike', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  await device.database.listings.bulkPut([10, 9, 8].map((number) => aListing(number, { created_at: at })))
  await device.search.prepare()
  const browsed = await device.database.listings.orderBy('created_at').reverse().primaryKeys()
  expect(device.search.find('', 'newest', 60).keys).toEqual(browsed)
})

test('a listing without a usable price or date is found, too', async () => {
  const { created_at: _, ...undated } = aListing(1)
  await device.database.listings.put({ ...undated, property: {} })
  expect(await keysOf('quiet')).toEqual(['1'])
})

test('follows rows added, changed and deleted through either connection', async () => {
  await device.database.listings.bulkPut([aListing(1), aListing(2)])
  await device.search.prepare()
  await device.replica.transact('write', (tx) =>
    tx.putRows('listing', [{ ...aListing(3), description: 'With a pool' }]),
  )
  await until(() => device.search.find('pool', 'newest', 60).total === 1)
  await device.replica.transact('refresh', (tx) => tx.putRows('listing', [{ ...aListing(1), listing_price: 5 }]))
  await until(() => device.search.find('', 'cheapest', 1).keys[0] === '1')
  await device.replica.transact('refresh', (tx) => tx.deleteRows('listing', ['2', '3']))
  await until(() => device.search.find('', 'newest', 60).total === 1)
  expect(device.search.find('pool', 'newest', 60).total).toBe(0)
})

test('an edited price moves the listing to its new place', async () => {
  await device.database.listings.bulkPut([aListing(1), aListing(2), aListing(3)])
  await device.search.prepare()
  expect(device.search.find('high', 'cheapest', 3).keys).toEqual(['1', '2', '3'])
  await device.database.listings.update('3', { listing_price: 5 })
  await until(() => device.search.find('high', 'cheapest', 1).keys[0] === '3')
  expect(device.search.find('high', 'dearest', 3).keys).toEqual(['2', '1', '3'])
})

test('a change made while the index is being built is included', async () => {
  await device.database.listings.bulkPut(Array.from({ length: 900 }, (_, index) => aListing(index + 1)))
  const reading = device.search.prepare()
  await device.database.listings.update('3', { description: 'Changed meanwhile' })
  await device.database.listings.delete('900')
  await reading
  await until(
    () =>
      device.search.find('meanwhile', 'newest', 60).total === 1 && device.search.find('', 'newest', 1).total === 899,
  )
  expect(device.search.find('', 'newest', 1)).toMatchObject({ total: 899, complete: true })
})

test('an index that could not be read completely is read again by the next search', async () => {
  await device.database.listings.bulkPut([aListing(1), aListing(2)])
  const reading = vi.spyOn(device.database.listings, 'where').mockImplementationOnce(() => {
    throw new Error('lost')
  })
  await expect(device.search.prepare()).rejects.toThrow('lost')
  reading.mockRestore()
  expect(await keysOf('high')).toEqual(['1', '2'])
})

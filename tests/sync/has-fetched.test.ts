import { afterEach, beforeEach, expect, test } from 'vitest'
import { feedPlaceMetadataKey, fullPullMetadataKey } from '#core/sync/metadata-keys.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import { hasFetched, type Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'

let device: Device

beforeEach(async () => {
  device = await openDevice('7')
})

afterEach(async () => {
  device.close()
  await deleteDevice('7')
})

const isKnown = () => hasFetched(device.database)

test('the first load counts as fetched after its last page, not its first', async () => {
  expect(await isKnown()).toBe(false)
  const place = { cursor: '1', entities: '' }
  await device.database.facts.put({ name: feedPlaceMetadataKey, value: { ...place, isArriving: true } })
  expect(await isKnown()).toBe(false)
  await device.database.facts.put({ name: feedPlaceMetadataKey, value: place })
  expect(await isKnown()).toBe(true)
})

test('without a feed, the full lists of clients and listings count as fetched', async () => {
  const swept = { at: 1, heldBack: null }
  await device.database.facts.put({ name: fullPullMetadataKey('property'), value: swept })
  await device.database.facts.put({ name: fullPullMetadataKey('client'), value: swept })
  expect(await isKnown()).toBe(false)
  await device.database.facts.put({ name: fullPullMetadataKey('listing'), value: swept })
  expect(await isKnown()).toBe(true)
})

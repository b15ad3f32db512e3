import { describe, expect, test } from 'vitest'
import { type PhotoUploadPreference, photoPreferenceKey, releasePhotos } from '#core/sync/sending/hold-policy.ts'
import type { ConnectionCost } from '#core/sync/ports.ts'
import { modelServer } from '#tests/support/model-server.ts'
import { syncDevice } from '#tests/support/sync-device.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

async function office({ kind = 'ours', wish }: { kind?: 'ours' | 'plain'; wish?: PhotoUploadPreference } = {}) {
  const clock = virtualClock()
  const server = modelServer(kind)
  const device = syncDevice(server, clock)
  const link: { now: ConnectionCost } = { now: 'metered' }
  device.ports.connectionCost = () => link.now
  server.put('property', { id: 5, address: '1 High St' })
  await device.sync()
  if (wish !== undefined) await device.replica.transact('write', (tx) => tx.setMeta(photoPreferenceKey, wish))
  const listing = await device.addListing('5', { listing_price: 1, description: '' })
  return { clock, server, device, link, listing }
}

describe('I11: uploading on a metered link', () => {
  test('I11: without a preference photos are sent on every link', async () => {
    const { server, device, listing } = await office()
    await device.addPhoto(listing)
    expect(await device.sync()).toMatchObject({ waiting: 0, heldPhotos: 0 })
    expect(server.records('listing_image')).toHaveLength(1)
  })

  test('I11: photos not allowed on metered links wait for another link; records are sent at once', async () => {
    const { server, device, listing, link } = await office({ wish: 'on-metered' })
    await device.addPhoto(listing)
    await device.addPhoto(listing)
    await device.addClient()
    expect(await device.sync()).toMatchObject({ state: 'idle', waiting: 2, heldPhotos: 2, nextAttemptAt: null })
    expect(server.records('listing')).toHaveLength(1)
    expect(server.records('client')).toHaveLength(1)
    expect(server.records('listing_image')).toEqual([])
    expect(device.operations()).toMatchObject([
      { attempts: 0, state: 'queued' },
      { attempts: 0, state: 'queued' },
    ])
    link.now = 'free'
    expect(await device.sync({ isManual: false })).toMatchObject({ waiting: 0, heldPhotos: 0 })
    expect(server.records('listing_image')).toHaveLength(2)
  })

  test('I11: a link that becomes metered while sending holds the remaining photos', async () => {
    const { server, device, listing, link } = await office({ wish: 'on-metered' })
    link.now = 'free'
    for (let number = 0; number < 6; number += 1) await device.addPhoto(listing)
    const { handle } = server
    server.handle = (request) => {
      if (request.path.endsWith('/images/')) link.now = 'metered'
      return handle(request)
    }
    const outcome = await device.sync()
    const arrived = server.records('listing_image').length
    expect(arrived).toBeLessThan(3)
    expect(outcome).toMatchObject({ waiting: 6 - arrived, heldPhotos: 6 - arrived })
  })

  test('I11: captions and deletions of photos are sent at once', async () => {
    const { server, device, listing, link } = await office({ wish: 'on-metered' })
    link.now = 'free'
    const [first, second] = [await device.addPhoto(listing), await device.addPhoto(listing)]
    await device.settle()
    link.now = 'metered'
    await device.edit('listing_image', first, { caption: 'The hall' })
    await device.remove('listing_image', second)
    expect(await device.sync()).toMatchObject({ waiting: 0 })
    expect(server.records('listing_image')).toMatchObject([{ caption: 'The hall' }])
  })

  test('I11: photos held until asked are sent on request; later ones are held again', async () => {
    const { server, device, listing, link } = await office({ wish: 'until-asked' })
    link.now = 'untold'
    await device.addPhoto(listing)
    expect(await device.sync({ isManual: true })).toMatchObject({ waiting: 1, heldPhotos: 1 })
    await releasePhotos(device.replica)
    // The first attempt is interrupted; the released photos stay released.
    device.network.next('/images/', 'lost-answer')
    await device.sync()
    await device.settle()
    expect(server.records('listing_image')).toHaveLength(1)
    await device.addPhoto(listing)
    expect(await device.sync()).toMatchObject({ waiting: 1, heldPhotos: 1 })
    expect(server.records('listing_image')).toHaveLength(1)
  })

  test('I11: on a plain server edits of a listing are sent ahead of its held photos', async () => {
    const { server, device, listing, link } = await office({ kind: 'plain', wish: 'on-metered' })
    await device.addPhoto(listing)
    expect(await device.sync()).toMatchObject({ waiting: 1, heldPhotos: 1 })
    await device.edit('listing', listing, { description: 'With a garden.' })
    expect(await device.sync()).toMatchObject({ waiting: 1, heldPhotos: 1 })
    expect(server.records('listing')).toMatchObject([{ description: 'With a garden.' }])
    link.now = 'free'
    await device.settle()
    const writes = server.effects.map(({ method, path }) => `${method} ${path.replaceAll(/\d+/g, '#')}`)
    expect(writes).toEqual(['POST listings/', 'PATCH listings/#/', 'PATCH listings/#/'])
    expect(device.row('listing', listing)).toMatchObject({ description: 'With a garden.' })
    expect(device.operations()).toEqual([])
  })

  test('I11: a listing with held photos can be deleted together with them', async () => {
    const { server, device, listing } = await office({ wish: 'until-asked' })
    await device.addPhoto(listing)
    await device.sync()
    await device.remove('listing', listing)
    await device.settle()
    expect(server.records('listing')).toEqual([])
    expect(device.operations()).toEqual([])
  })
})

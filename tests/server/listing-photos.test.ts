import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { largestPhotoBytes } from '#core/contract/listing-image.ts'
import { createFilePhotoStore } from '#server/photos/file-photo-store.ts'
import { sweepPhotos } from '#server/photos/remove-photos.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aForm, aListing, aProperty } from '#tests/support/listings.ts'
import { aPhoto, aPhotoOfSize, aPhotoWithLocation } from '#tests/support/photos.ts'
import { anAgent, aVisitor, type Agent } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

type Fields = Parameters<typeof aForm>[0]

async function anImage(agent: Agent, listingId: number, fields: Fields = {}) {
  const answer = await agent.post(`/api/listings/${listingId}/images/`, aForm({ image: await aPhoto(), ...fields }))
  expect(answer.status).toBe(201)
  return answer.body
}

async function imagesOf(agent: Agent, listingId: number) {
  return (await agent.get(`/api/listings/${listingId}/images/`)).body.results
}

const tomorrow = () => new Date(Date.now() + 25 * 60 * 60 * 1000)

onAnyDatabase((server) => {
  /** An empty photo store in front of the shared database, and a listing's photo, whose record alone `deleteRecord` deletes. */
  async function aStoreOfItsOwn() {
    const agent = await anAgent(server())
    const listing = await aListing(agent, { photo_main: await aPhoto() })
    const { bytes } = await agent.get(listing.images[0].image)
    const [, , name = ''] = listing.images[0].image.split('/')
    const folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-photos-'))
    const services = { ...server().services, photos: createFilePhotoStore(folder) }
    return {
      services,
      name,
      bytes,
      deleteRecord: () =>
        services.database.db.deleteFrom('listing_images').where('listing_id', '=', listing.id).execute(),
      deleteFolder: () => rm(folder, { recursive: true }),
    }
  }

  async function atAListing() {
    const agent = await anAgent(server())
    return { agent, listing: await aListing(agent) }
  }

  test('a photo added to a listing is a record of its own and leaves the listing’s version as it is', async () => {
    const { agent, listing } = await atAListing()
    const key = { 'idempotency-key': `${randomUUID()}:1` }
    const form = aForm({ image: await aPhoto(), caption: ' From the garden ', is_primary: 'true' })
    const answer = await agent.post(`/api/listings/${listing.id}/images/`, form, key)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      listing: listing.id,
      image: expect.stringMatching(/^\/photos\/[0-9a-f]{32}\/1920$/),
      caption: 'From the garden',
      is_primary: true,
      position: 0,
      version: expect.any(Number),
      client_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/Z$/),
      updated_at: answer.body.created_at,
    })
    const address = `/api/listings/${listing.id}/images/${answer.body.id}/`
    expect(answer.headers).toMatchObject({ etag: `"${answer.body.version}"`, location: address })
    const read = await agent.get(address)
    expect(read.body).toEqual(answer.body)
    expect(read.headers['etag']).toBe(`"${answer.body.version}"`)
    const { version, images } = (await agent.get(`/api/listings/${listing.id}/`)).body
    expect(version).toBe(listing.version)
    expect(images).toEqual([answer.body])
  })

  test('a photo’s address shows it in each width without a session, until it is deleted', async () => {
    const { agent, listing } = await atAListing()
    const image = await anImage(agent, listing.id, { image: await aPhoto({ width: 2000, height: 1000 }) })
    const visitor = aVisitor(server())
    for (const width of [320, 960, 1920]) {
      const answer = await visitor.get(image.image.replace('1920', width))
      expect(answer.status).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect((await sharp(answer.bytes).metadata()).width).toBe(width)
    }
    for (const address of [
      image.image.replace('1920', '640'),
      image.image.replace('1920', '0320'),
      image.image.replace('1920', ''),
      `/photos/${'0'.repeat(32)}/320`,
      '/photos/..%2f..%2fetc%2fpasswd/320',
    ]) {
      expect((await visitor.get(address)).status).toBe(404)
    }
    await agent.delete(`/api/listings/${listing.id}/images/${image.id}/`)
    expect((await visitor.get(image.image)).status).toBe(404)
  })

  test('a served photo has no EXIF data, such as the place where it was taken', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent, { photo_main: await aPhotoWithLocation() })
    const { bytes } = await agent.get(listing.images[0].image)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('Fanlight Camera')).toBe(false)
  })

  longTest('at most one photo is primary: another one made so demotes it, and both get the new version', async () => {
    const { agent, listing } = await atAListing()
    const first = await anImage(agent, listing.id, { is_primary: 'true' })
    const second = await anImage(agent, listing.id)
    const third = await anImage(agent, listing.id, { is_primary: 'true' })
    const address = `/api/listings/${listing.id}/images/${second.id}/`
    expect(await imagesOf(agent, listing.id)).toMatchObject([
      { id: third.id, is_primary: true },
      { id: first.id, is_primary: false, version: third.version },
      { id: second.id, is_primary: false, version: second.version },
    ])
    const promoted = await agent.patch(address, { is_primary: true, caption: 'The kitchen' })
    expect(promoted).toMatchObject({ status: 200, body: { is_primary: true, caption: 'The kitchen' } })
    expect(promoted.body.version).toBeGreaterThan(third.version)
    expect(await imagesOf(agent, listing.id)).toMatchObject([
      { id: second.id, is_primary: true },
      { id: first.id, is_primary: false, version: third.version },
      { id: third.id, is_primary: false, version: promoted.body.version },
    ])
    const demoted = await agent.patch(address, { is_primary: false })
    expect(demoted.body).toMatchObject({ is_primary: false, caption: 'The kitchen' })
  })

  test('photos follow the primary one in the agent’s order, new ones last', async () => {
    const { agent, listing } = await atAListing()
    const address = `/api/listings/${listing.id}/images/`
    const kitchen = await anImage(agent, listing.id)
    const garden = await anImage(agent, listing.id)
    const front = await anImage(agent, listing.id, { is_primary: 'true', position: '7' })
    const bath = await anImage(agent, listing.id)
    expect([kitchen, garden, front, bath].map(({ position }) => position)).toEqual([0, 1, 7, 8])
    const moved = await agent.patch(`${address}${kitchen.id}/`, { position: 1 })
    expect(moved).toMatchObject({ status: 200, body: { position: 1, caption: '' } })
    await agent.patch(`${address}${garden.id}/`, { position: 0 })
    const order = [front.id, garden.id, kitchen.id, bath.id]
    expect((await imagesOf(agent, listing.id)).map(({ id }: { id: number }) => id)).toEqual(order)
    const { images } = (await agent.get(`/api/listings/${listing.id}/`)).body
    expect(images.map(({ id }: { id: number }) => id)).toEqual(order)
    const other = await anAgent(server())
    expect(await other.patch(`${address}${kitchen.id}/`, { position: 0 })).toMatchObject({ status: 404 })
  })

  test('the main photo is sent with the listing, replaced by another, and removed when sent empty', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent, { photo_main: await aPhoto({ colour: '#aa0000' }) })
    expect(listing.images).toMatchObject([{ is_primary: true, caption: '', listing: listing.id, client_key: null }])
    const further = await anImage(agent, listing.id, { caption: 'stays' })
    const address = `/api/listings/${listing.id}/`

    const replaced = await agent.patch(address, aForm({ photo_main: await aPhoto({ colour: '#00aa00' }) }))
    expect(replaced.status).toBe(200)
    expect(replaced.body.version).toBe(listing.version)
    expect(replaced.body.images).toMatchObject([{ is_primary: true }, { id: further.id, is_primary: false }])
    expect(replaced.body.images[0].id).not.toBe(listing.images[0].id)
    expect((await agent.get(listing.images[0].image)).status).toBe(404)

    const untouched = await agent.patch(address, aForm({ listing_price: '5' }))
    expect(untouched.body.images).toHaveLength(2)

    const cleared = await agent.patch(address, aForm({ photo_main: '' }))
    expect(cleared.body.images).toMatchObject([{ id: further.id }])
    expect((await agent.get(replaced.body.images[0].image)).status).toBe(404)
    expect((await agent.get(further.image)).status).toBe(200)
    const asJson = await agent.patch(address, { photo_main: '' })
    expect(asJson).toMatchObject({ status: 200, body: { images: [{ id: further.id }] } })
  })

  test('an empty file field, as browsers send it for "no file", changes no photo', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent, { photo_main: await aPhoto() })
    const form = aForm({ listing_price: '5' })
    form.set('photo_main', new File([], ''))
    const answer = await agent.patch(`/api/listings/${listing.id}/`, form)
    expect(answer).toMatchObject({ status: 200, body: { listing_price: 5, images: listing.images } })
  })

  longTest('5 MB is 5,242,880 bytes, inclusive', async () => {
    const agent = await anAgent(server())
    const property = await aProperty(agent)
    const send = async (bytes: number) =>
      agent.post(
        '/api/listings/',
        aForm({ property: property.id, listing_price: '5', description: 'x', photo_main: await aPhotoOfSize(bytes) }),
      )
    expect((await send(largestPhotoBytes)).status).toBe(201)
    expect(await send(largestPhotoBytes + 1)).toMatchObject({
      status: 413,
      body: { photo_main: ['File size must be less than 5MB'], code: 'too_large' },
    })
    expect((await agent.get('/api/listings/')).body.count).toBe(1)
  })

  test('a photo for which the disk has no room is refused with Retry-After, and nothing is stored', async () => {
    const { agent, listing } = await atAListing()
    const send = async () => agent.post(`/api/listings/${listing.id}/images/`, aForm({ image: await aPhoto() }))
    const noRoom = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
    vi.spyOn(server().services.photos, 'put').mockRejectedValueOnce(noRoom)
    const refused = await send()
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'disk_full', '30'])
    expect(await imagesOf(agent, listing.id)).toEqual([])
    expect((await send()).status).toBe(201)
  })

  test('a file that is not an image is refused at its field, and nothing is created', async () => {
    const { agent, listing } = await atAListing()
    const text = Buffer.from('%PDF-1.7 not a photo')
    const refusal = { status: 422, body: { code: 'not_an_image' } }
    const message = ['Please upload an image file']
    const fields = { property: listing.property.id, listing_price: '5', description: 'x' }
    expect(await agent.post('/api/listings/', aForm({ ...fields, photo_main: text }))).toMatchObject({
      ...refusal,
      body: { photo_main: message },
    })
    const address = `/api/listings/${listing.id}/`
    expect(await agent.patch(address, aForm({ listing_price: '9', photo_main: text }))).toMatchObject(refusal)
    expect(await agent.post(`${address}images/`, aForm({ image: text }))).toMatchObject({
      ...refusal,
      body: { image: message },
    })
    expect(await agent.post(`${address}images/`, aForm({ caption: 'no photo' }))).toMatchObject({
      status: 400,
      body: { image: message, code: 'invalid' },
    })
    expect(await agent.post(`${address}images/`, { caption: 'no photo' })).toMatchObject({ status: 400 })
    expect((await agent.get(address)).body).toEqual(listing)
    expect((await agent.get('/api/listings/')).body.count).toBe(1)
  })

  test('an overlong caption, an invalid rank and an invalid position are refused by field', async () => {
    const { agent, listing } = await atAListing()
    const image = await anImage(agent, listing.id)
    const address = `/api/listings/${listing.id}/images/`
    for (const [field, value] of [
      ['caption', 'x'.repeat(501)],
      ['is_primary', 'maybe'],
      ['position', '-1'],
      ['position', '1.5'],
    ] as const) {
      const refusal = { status: 400, body: { [field]: [expect.any(String)], code: 'invalid' } }
      expect(await agent.post(address, aForm({ image: await aPhoto(), [field]: value }))).toMatchObject(refusal)
      expect(await agent.patch(`${address}${image.id}/`, { [field]: value })).toMatchObject(refusal)
    }
  })

  longTest('a photo sent again under its key is one photo, and leaves no second copy behind', async () => {
    const { agent, listing } = await atAListing()
    const key = { 'idempotency-key': `${randomUUID()}:1` }
    const photo = await aPhoto({ colour: '#123456' })
    const address = `/api/listings/${listing.id}/images/`
    const keptBefore = await server().services.photos.namesStoredBefore(new Date(Date.now() + 60_000))
    const first = await agent.post(address, aForm({ image: photo, caption: 'one' }), key)
    const again = await agent.post(address, aForm({ caption: 'one', is_primary: 'false', image: photo }), key)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers['idempotent-replay']).toBe('true')
    expect(await imagesOf(agent, listing.id)).toHaveLength(1)
    expect(await server().services.photos.namesStoredBefore(new Date(Date.now() + 60_000))).toHaveLength(
      keptBefore.length + 1,
    )

    const otherBytes = await agent.post(
      address,
      aForm({ image: await aPhoto({ colour: '#654321' }), caption: 'one' }),
      key,
    )
    expect(otherBytes).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    expect(await server().services.photos.namesStoredBefore(new Date(Date.now() + 60_000))).toHaveLength(
      keptBefore.length + 1,
    )
  })

  test('a retry gets its answer even after the listing was deleted', async () => {
    const { agent, listing } = await atAListing()
    const key = { 'idempotency-key': `${randomUUID()}:1` }
    const send = async () => agent.post(`/api/listings/${listing.id}/images/`, aForm({ image: await aPhoto() }), key)
    const first = await send()
    await agent.delete(`/api/listings/${listing.id}/`)
    expect(await send()).toMatchObject({ status: 201, body: first.body })
  })

  test('a stale If-Match on a photo is 412 with its current record', async () => {
    const { agent, listing } = await atAListing()
    const image = await anImage(agent, listing.id)
    const address = `/api/listings/${listing.id}/images/${image.id}/`
    const stale = { 'if-match': `"${image.version}"` }
    const newer = (await agent.patch(address, { caption: 'newer' }, stale)).body
    for (const answer of [
      await agent.patch(address, { caption: 'older' }, stale),
      await agent.delete(address, stale),
    ]) {
      expect(answer).toMatchObject({ status: 412, body: { code: 'version_is_stale', record: newer } })
    }
    expect((await agent.delete(address, { 'if-match': `"${newer.version}"` })).status).toBe(204)
    expect((await agent.delete(address)).status).toBe(404)
  })

  test('another agent’s photo is 404 on every method, even under an own listing', async () => {
    const owner = await anAgent(server())
    const stranger = await anAgent(server())
    const listing = await aListing(owner)
    const image = await anImage(owner, listing.id)
    const own = await aListing(stranger)
    const ownImage = await anImage(owner, (await aListing(owner)).id)
    for (const answer of [
      await stranger.get(`/api/listings/${listing.id}/images/`),
      await stranger.post(`/api/listings/${listing.id}/images/`, aForm({ image: await aPhoto() })),
      await stranger.get(`/api/listings/${listing.id}/images/${image.id}/`),
      await stranger.patch(`/api/listings/${listing.id}/images/${image.id}/`, { caption: 'mine' }),
      await stranger.delete(`/api/listings/${listing.id}/images/${image.id}/`),
      await stranger.patch(`/api/listings/${own.id}/images/${image.id}/`, { caption: 'mine' }),
      await stranger.delete(`/api/listings/${own.id}/images/${image.id}/`),
      // The right agent, the wrong listing.
      await owner.patch(`/api/listings/${listing.id}/images/${ownImage.id}/`, { caption: 'elsewhere' }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await imagesOf(owner, listing.id)).toEqual([image])
  })

  test('deleting a listing deletes its photos, says how many, and leaves a tombstone for each', async () => {
    const agent = await anAgent(server())
    const listing = await aListing(agent, { photo_main: await aPhoto() })
    const image = await anImage(agent, listing.id)
    const answer = await agent.delete(`/api/listings/${listing.id}/`)
    expect(answer).toMatchObject({ status: 204, headers: { 'x-deleted-children': 'images=2' } })
    for (const { image: address } of [...listing.images, image]) expect((await agent.get(address)).status).toBe(404)
    expect((await agent.get(`/api/listings/${listing.id}/images/`)).status).toBe(404)
    const tombstones = await server()
      .services.database.db.selectFrom('tombstones')
      .select(['entity', 'record_id'])
      .where('agent_id', '=', agent.id)
      .orderBy('entity')
      .orderBy('record_id')
      .execute()
    expect(tombstones).toEqual([
      { entity: 'listing', record_id: listing.id },
      { entity: 'listing_image', record_id: listing.images[0].id },
      { entity: 'listing_image', record_id: image.id },
    ])
  })

  test('photo files without a record are deleted after a day, and no others', async () => {
    const { services, name, bytes, deleteFolder } = await aStoreOfItsOwn()
    const orphan = 'f'.repeat(32)
    await services.photos.put(name, [{ width: 320, bytes }])
    await services.photos.put(orphan, [{ width: 320, bytes }])
    expect(await sweepPhotos(services, new Date())).toBe(0)
    expect(await sweepPhotos(services, tomorrow())).toBe(1)
    expect(await services.photos.get(orphan, 320)).toBeNull()
    expect(await services.photos.get(name, 320)).not.toBeNull()
    await deleteFolder()
  })

  test('photos of another database are never deleted, even if this one has photos among them', async () => {
    const { services: shared, name: own, bytes, deleteRecord, deleteFolder } = await aStoreOfItsOwn()
    const put = (...names: string[]) =>
      Promise.all(names.map((name) => shared.photos.put(name, [{ width: 320, bytes }])))
    // An empty store is not marked: a server that was started on it by mistake could sweep it later.
    expect(await sweepPhotos(shared, tomorrow())).toBe(0)
    await put('a'.repeat(32))
    expect(await sweepPhotos(shared, tomorrow())).toBeNull()
    await put('b'.repeat(32), own)
    expect(await sweepPhotos(shared, tomorrow())).toBeNull()
    await shared.photos.delete('b'.repeat(32))
    expect(await sweepPhotos(shared, tomorrow())).toBe(1)
    // Once the store is marked with its owner, all orphans may be deleted.
    await deleteRecord()
    const ofAnother = { ...shared, secret: 'of another database' }
    expect(await sweepPhotos(ofAnother, tomorrow())).toBeNull()
    expect(await sweepPhotos(shared, tomorrow())).toBe(1)
    await deleteFolder()
  })

  test('a new server’s orphaned photos are deleted, even if all its photo records are gone', async () => {
    const { services: young, name, bytes, deleteRecord, deleteFolder } = await aStoreOfItsOwn()
    await young.photos.put(name, [{ width: 320, bytes }])
    expect(await sweepPhotos(young, new Date(Date.now() + 1000))).toBe(0)
    await deleteRecord()
    expect(await sweepPhotos(young, tomorrow())).toBe(1)
    await deleteFolder()
  })
})

import { expect, test } from 'vitest'
import type { Fields } from '#core/contract/json.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { anOffice, clock, type Device, ids } from '#tests/support/device-at-server.ts'
import { aListing } from '#tests/support/listings.ts'
import { aPhoto } from '#tests/support/photos.ts'

async function addPhoto({ replica }: Device, listingKey: string, position: number, colour: string): Promise<string> {
  const bytes = new Uint8Array(await aPhoto({ width: 40, height: 30, colour }))
  const names = { blobKey: colour, fileName: 'photo.jpg', mediaType: 'image/jpeg' }
  const image = { ...names, byteLength: bytes.length, sha256: colour }
  replica.keepFile(image, bytes)
  const { key } = await createRecord(replica, clock, {
    opId: ids.uuid(),
    entity: 'listing_image',
    changes: { caption: colour, is_primary: position === 0, position },
    references: { listing: { entity: 'listing', key: listingKey } },
    files: { image },
  })
  return key
}

function change({ replica }: Device, key: string, changes: Fields) {
  const opened = replica.allRows('listing_image').find((row) => row.key === key) ?? {}
  return updateRecord(replica, clock, { opId: ids.uuid(), entity: 'listing_image', key, opened, changes })
}

async function untilSent(device: Device): Promise<void> {
  for (let round = 0; round < 10 && device.replica.allOperations().length > 0; round++) {
    device.loseNextAnswer()
    await device.sync()
  }
  expect(device.replica.allOperations()).toEqual([])
}

onAnyDatabase((server) => {
  test('order, captions and main photo reach the office and the other device despite lost answers', async () => {
    const { agent, devices } = await anOffice(server(), 2)
    const [phone, desk] = devices
    if (phone === undefined || desk === undefined) throw new Error('Two devices are needed.')
    const listing = await aListing(agent)
    await phone.sync()
    const keys: string[] = []
    for (const [position, colour] of ['red', 'green', 'blue'].entries()) {
      keys.push(await addPhoto(phone, String(listing.id), position, colour))
    }
    const [red = '', green = '', blue = ''] = keys
    // Changes before anything is sent, and after.
    await change(phone, blue, { position: 1 })
    await change(phone, green, { position: 2 })
    await untilSent(phone)
    const captions = async () =>
      (await agent.get(`/api/listings/${listing.id}/images/`)).body.results.map(({ caption }: Fields) => caption)
    expect(await captions()).toEqual(['red', 'blue', 'green'])

    await change(phone, green, { is_primary: true })
    await change(phone, red, { is_primary: false })
    await change(phone, blue, { caption: 'The garden', position: 0 })
    await change(phone, red, { position: 1 })
    await untilSent(phone)
    expect(await captions()).toEqual(['green', 'The garden', 'red'])

    await desk.sync()
    const onDesk = (caption: string) =>
      desk.replica.allRows('listing_image').find((row) => row['caption'] === caption) ?? {}
    expect(onDesk('green')).toMatchObject({ is_primary: true, position: 2 })
    expect(onDesk('The garden')).toMatchObject({ is_primary: false, position: 0 })
    expect(onDesk('red')).toMatchObject({ is_primary: false, position: 1 })
    const own = phone.replica.allRows('listing_image').map(({ is_primary }) => is_primary)
    expect(own.filter(Boolean)).toHaveLength(1)
  })
})

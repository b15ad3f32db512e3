import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { createFilePhotoStore } from '#server/photos/file-photo-store.ts'
import { createPhotoDecoder } from '#server/photos/photo-decoder.ts'
import { newPhotoName, type PhotoStore } from '#server/photos/photo-store.ts'
import { countJpegScans, processPhoto } from '#server/photos/process-photo.ts'
import { createTurnQueue, QueueIsFull } from '#server/queue.ts'
import { createS3PhotoStore } from '#server/photos/s3-photo-store.ts'
import { aJpegWithScans, aPhoto, aPhotoWithLocation } from '#tests/support/photos.ts'
import { longTest } from '#tests/support/long-test.ts'
import { startBucket } from '#tests/support/bucket.ts'

async function copiesOf(bytes: Buffer) {
  const photo = await processPhoto(bytes)
  if (photo === null) throw new Error('the photo was refused')
  return photo.copies
}

async function sizesOf(bytes: Buffer): Promise<string[]> {
  const copies = await copiesOf(bytes)
  return Promise.all(
    copies.map(async (copy) => {
      const { width, height, format } = await sharp(copy.bytes).metadata()
      return `${copy.width}: ${width}×${height} ${format}`
    }),
  )
}

describe('a photo that an agent sends', () => {
  test('is stored in three widths', async () => {
    expect(await sizesOf(await aPhoto({ width: 2400, height: 1800 }))).toEqual([
      '320: 320×240 webp',
      '960: 960×720 webp',
      '1920: 1920×1440 webp',
    ])
  })

  longTest('comes back from a backup as it went, and is not encoded once more', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const grainy = sharp({ create: { width: 2400, height: 1800, channels: 3, background: 'grey', noise } })
    const [, , widest] = await copiesOf(await grainy.jpeg().toBuffer())
    const again = await copiesOf(Buffer.from(widest!.bytes))
    expect(Buffer.from(again[2]!.bytes).equals(Buffer.from(widest!.bytes))).toBe(true)
    expect(again.map(({ width }) => width)).toEqual([320, 960, 1920])
    // With trailing data, the file is encoded like any other.
    const more = await copiesOf(Buffer.concat([widest!.bytes, Buffer.from('and a word')]))
    expect(Buffer.from(more[2]!.bytes).includes('and a word')).toBe(false)
  })

  test('is never enlarged', async () => {
    expect(await sizesOf(await aPhoto({ width: 640, height: 480 }))).toEqual([
      '320: 320×240 webp',
      '960: 640×480 webp',
      '1920: 640×480 webp',
    ])
  })

  test('I7: loses its metadata, such as camera and place', async () => {
    const photo = await aPhotoWithLocation()
    expect((await sharp(photo).metadata()).exif?.includes('Fanlight Camera')).toBe(true)
    for (const { bytes } of await copiesOf(photo)) {
      const { exif, xmp, iptc, icc } = await sharp(bytes).metadata()
      expect({ exif, xmp, iptc, icc }).toEqual({})
      expect(Buffer.from(bytes).includes('Fanlight Camera')).toBe(false)
    }
  })

  test('I7: is upright even when the camera lay on its side', async () => {
    const lying = await sharp(await aPhoto({ width: 400, height: 200 }))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sizesOf(lying)).at(-1)).toBe('1920: 200×400 webp')
  })

  test('may be taller than WebP allows, and is scaled down', async () => {
    expect((await sizesOf(await aPhoto({ width: 200, height: 20_000 }))).at(-1)).toBe('1920: 77×7680 webp')
  })

  test.each([
    ['text', () => Promise.resolve(Buffer.from('not a photo at all'))],
    ['nothing', () => Promise.resolve(Buffer.alloc(0))],
    ['half a photo', async () => (await aPhoto({ width: 1200, height: 900 })).subarray(0, 3000)],
    [
      'a drawing that could hold a program',
      () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    ],
    [
      'a small file that unpacks to gigabytes',
      () =>
        sharp({ create: { width: 16_000, height: 5000, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
    ],
    ['larger than 40 megapixels', () => aPhoto({ width: 8000, height: 5001 })],
    ['a small file that is decoded a hundred times over', () => Promise.resolve(aJpegWithScans(64, 101))],
    [
      'a TIFF, which may take seconds for a few kilobytes',
      async () =>
        sharp(await aPhoto())
          .tiff()
          .toBuffer(),
    ],
  ])('is refused when it is %s', async (_, makeBytes) => {
    expect(await processPhoto(await makeBytes())).toBeNull()
  })
})

test('JPEG scans are counted as a decoder reads them', async () => {
  const photo = await aPhoto()
  const progressive = await sharp(photo).jpeg({ progressive: true }).toBuffer()
  expect([countJpegScans(photo), countJpegScans(aJpegWithScans(64, 100))]).toEqual([1, 100])
  expect(countJpegScans(progressive)).toBeGreaterThan(1)
  expect((await processPhoto(aJpegWithScans(64, 100)))?.widestPixels).toBe(64)
  // A preview in the metadata and data after the picture are not decoded.
  const scans = Buffer.from('ffda'.repeat(200), 'hex')
  const withPreview = Buffer.concat([Buffer.from('ffd8ffe10192', 'hex'), scans, photo.subarray(2), scans])
  expect(countJpegScans(withPreview)).toBe(1)
  expect(countJpegScans(Buffer.from('ffda'.repeat(200), 'hex'))).toBe(0)
})

describe('the process that decodes photos', () => {
  afterEach(() => vi.useRealTimers())

  longTest('makes the same copies as here, and ends with the server', async () => {
    const decoder = createPhotoDecoder(pathToFileURL(path.join(inject('serverBundle'), 'photo-process.js')))
    const photo = await aPhoto({ width: 1000, height: 700 })
    const made = await decoder.process(photo, 1)
    expect(made?.copies.map(({ bytes }) => Buffer.from(bytes))).toEqual(
      (await copiesOf(photo)).map(({ bytes }) => Buffer.from(bytes)),
    )
    expect(await decoder.process(Buffer.from('not a photo at all'), 1)).toBeNull()
    const unfinished = decoder.process(photo, 1)
    await new Promise(setImmediate)
    await decoder.close()
    await expect(unfinished).rejects.toMatchObject({ outcome: { status: 503 } })
  })

  longTest('is ended with what takes too long, crashes with a photo alone, and goes on with the next', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fanlight-decoder-'))
    const file = path.join(folder, 'process.mjs')
    const does = {
      e: '',
      c: `process.kill(process.pid, 'SIGABRT')`,
      p: `process.send({ copies: [], widestPixels: 7 })`,
    }
    const cases = Object.entries(does).map(([name, work]) => `case '${name}': ${work}; break`)
    await writeFile(
      file,
      `process.on('message', (bytes) => { switch (String.fromCharCode(...bytes)) { ${cases.join('\n')} } })`,
    )
    const decoder = createPhotoDecoder(pathToFileURL(file))
    const send = (name: string, agent = 1) => decoder.process(Buffer.from(name), agent)
    expect([await send('p'), await send('c'), await send('p')]).toMatchObject([
      { widestPixels: 7 },
      null,
      { widestPixels: 7 },
    ])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const endless = send('e')
    endless.catch(() => {})
    const [behind, ofAnother] = [send('p'), send('p', 2)]
    await vi.advanceTimersByTimeAsync(59_999)
    expect(await Promise.race([endless, behind, Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    // It used no CPU time, so the photo may be sent again.
    await expect(endless).rejects.toMatchObject({ outcome: { status: 503 } })
    expect(await Promise.all([ofAnother, behind])).toMatchObject([{ widestPixels: 7 }, { widestPixels: 7 }])
    await decoder.close()
    await rm(folder, { recursive: true })
  })

  longTest('has ten places for an agent, and refuses more', async () => {
    const decoder = createPhotoDecoder(pathToFileURL(path.join(inject('serverBundle'), 'photo-process.js')))
    const all = Promise.allSettled(Array.from({ length: 11 }, async () => decoder.process(Buffer.from('text'), 1)))
    expect(await decoder.process(Buffer.from('text'), 2)).toBeNull()
    expect((await all).map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1)
    await decoder.close()
  })
})

describe('the photo queue', () => {
  test('runs one task at a time, in order, and goes on after a failure', async () => {
    const queue = createTurnQueue(10)
    const story: string[] = []
    const work = (name: string) => async () => {
      story.push(`${name} begins`)
      await new Promise(setImmediate)
      story.push(`${name} ends`)
      if (name === 'first') throw new Error('spoilt')
    }
    const results = await Promise.allSettled([queue(work('first')), queue(work('second'))])
    expect(story).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled'])
  })

  test('takes turns between owners, however many tasks one of them has', async () => {
    const queue = createTurnQueue(10, 3)
    const story: string[] = []
    const work = (name: string, owner: number) => queue(async () => story.push(name), owner)
    const all = [work('first of one', 1), work('second of one', 1), work('third of one', 1), work('of another', 2)]
    await expect(work('fourth of one', 1)).rejects.toThrow(QueueIsFull)
    await Promise.all(all)
    expect(story).toEqual(['first of one', 'of another', 'second of one', 'third of one'])
  })

  test('refuses tasks beyond its limit', async () => {
    const queue = createTurnQueue(1)
    const first = queue(() => new Promise(setImmediate))
    await expect(queue(() => Promise.resolve())).rejects.toThrow(QueueIsFull)
    await first
    await expect(queue(() => Promise.resolve('free again'))).resolves.toBe('free again')
  })
})

type Shelf = { store: PhotoStore; close: () => Promise<void> }

const shelves: [string, () => Promise<Shelf>][] = [
  [
    'files',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'fanlight-photos-'))
      return { store: createFilePhotoStore(folder), close: () => rm(folder, { recursive: true }) }
    },
  ],
  [
    'an S3-compatible bucket',
    async () => {
      const bucket = await startBucket()
      return { store: createS3PhotoStore(bucket.settings), close: bucket.close }
    },
  ],
]

describe.each(shelves)('photos stored in %s', (_, open) => {
  let shelf: Shelf

  beforeEach(async () => {
    shelf = await open()
  })

  afterEach(() => shelf.close())

  longTest('come back as they were, until they are deleted', async () => {
    const name = newPhotoName()
    const copies = await copiesOf(await aPhoto())
    await shelf.store.put(name, copies)
    for (const { width, bytes } of copies) {
      expect(Buffer.from((await shelf.store.get(name, width)) ?? [])).toEqual(Buffer.from(bytes))
    }
    await shelf.store.delete(name)
    expect(await shelf.store.get(name, 960)).toBeNull()
    await shelf.store.delete(name)
  })

  test('that do not exist are null', async () => {
    expect(await shelf.store.get(newPhotoName(), 320)).toBeNull()
  })

  test('are listed by the time they were stored', async () => {
    const name = newPhotoName()
    expect(await shelf.store.namesStoredBefore(new Date(Date.now() + 60_000))).toEqual([])
    await shelf.store.put(name, await copiesOf(await aPhoto()))
    expect(await shelf.store.namesStoredBefore(new Date(Date.now() + 60_000))).toEqual([name])
    expect(await shelf.store.namesStoredBefore(new Date(Date.now() - 60_000))).toEqual([])
  })

  test('have an owner once one is set, which is not listed as a photo', async () => {
    expect(await shelf.store.owner()).toBeNull()
    await shelf.store.setOwner('one')
    await shelf.store.setOwner('another')
    expect(await shelf.store.owner()).toBe('another')
    expect(await shelf.store.namesStoredBefore(new Date(Date.now() + 60_000))).toEqual([])
  })

  test('are all listed, however many they are', async () => {
    const names = Array.from({ length: 3 }, newPhotoName)
    const copies = await copiesOf(await aPhoto())
    await Promise.all(names.map((name) => shelf.store.put(name, copies)))
    expect((await shelf.store.namesStoredBefore(new Date(Date.now() + 60_000))).toSorted()).toEqual(names.toSorted())
  })
})

test('a photo that is deleted during listing is skipped', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fanlight-photos-'))
  const name = newPhotoName()
  await mkdir(path.join(folder, name.slice(0, 2)))
  // Like a file that is deleted after its folder was read.
  await symlink('nowhere', path.join(folder, name.slice(0, 2), `${name}-960.webp`))
  expect(await createFilePhotoStore(folder).namesStoredBefore(new Date())).toEqual([])
  await rm(folder, { recursive: true })
})

test('a photo on the disk leaves no half-written file behind', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fanlight-photos-'))
  const name = newPhotoName()
  await createFilePhotoStore(folder).put(name, await copiesOf(await aPhoto()))
  expect((await readdir(path.join(folder, name.slice(0, 2)))).toSorted()).toEqual(
    [`${name}-1920.webp`, `${name}-320.webp`, `${name}-960.webp`].toSorted(),
  )
  await rm(folder, { recursive: true })
})

test('a prefix of a name deletes no photo', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fanlight-photos-'))
  const store = createFilePhotoStore(folder)
  const name = newPhotoName()
  await store.put(name, await copiesOf(await aPhoto()))
  for (const part of ['', name.slice(0, 2), name.slice(0, -1)]) await store.delete(part)
  expect(await store.get(name, 960)).not.toBeNull()
  await rm(folder, { recursive: true })
})

test('a failed write leaves no file, and files that a crash left are deleted with their photo', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fanlight-photos-'))
  const store = createFilePhotoStore(folder)
  const copies = await copiesOf(await aPhoto())
  const [name, other] = [newPhotoName(), newPhotoName()]
  const [shelf, shelfOfOther] = [name, other].map((one) => path.join(folder, one.slice(0, 2))) as [string, string]
  // A file cannot replace a folder, so the write fails.
  await mkdir(path.join(shelf, `${name}-960.webp`), { recursive: true })
  await expect(store.put(name, copies)).rejects.toThrow()
  expect(await readdir(shelf)).toEqual([])

  await store.put(other, copies)
  await writeFile(path.join(shelfOfOther, `${other}-960.webp.0badcafe.part`), 'half')
  await store.delete(other)
  expect(await readdir(shelfOfOther)).not.toContainEqual(expect.stringContaining(other))
  await rm(folder, { recursive: true })
})

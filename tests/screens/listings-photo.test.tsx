import { expect, test } from 'vitest'
import { largestPhotoBytes } from '#core/contract/listing-image.ts'
import { textToChoice } from '#features/listings/photos/photo-choice.ts'
import { preparePhoto } from '#features/listings/photos/add-photos.ts'

test('a picked photo becomes an upright JPEG without its camera and location data (I7)', async () => {
  const sideways = withExif(await picture('image/jpeg', 40, 20), { orientation: 6 })
  const file = new File([sideways], 'IMG_0001.HEIC.jpeg', { type: 'image/jpeg' })
  const preparation = await preparePhoto(file)
  if (!preparation.ok) throw new Error(preparation.refusal)

  const { jpeg, fileName, mediaType } = preparation.photo
  const bytes = new Uint8Array(await jpeg.arrayBuffer())
  expect({ fileName, mediaType }).toEqual({ fileName: 'IMG_0001.HEIC.jpg', mediaType: 'image/jpeg' })
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]))
  expect(text(sideways)).toContain('Exif')
  expect(text(bytes)).not.toContain('Exif')
  const drawn = await createImageBitmap(jpeg)
  expect([drawn.width, drawn.height]).toEqual([20, 40])
})

test.each(['image/png', 'image/webp'])('a picked %s becomes a JPEG', async (type) => {
  const preparation = await preparePhoto(new File([await picture(type, 8, 8)], 'door', { type }))
  expect(preparation.ok && preparation.photo.mediaType).toBe('image/jpeg')
  expect(preparation.ok && preparation.photo.fileName).toBe('door.jpg')
})

test('transparent areas become white, not black', async () => {
  const canvas = document.createElement('canvas')
  const clear = await blobOf(canvas, 'image/png')
  const preparation = await preparePhoto(new File([clear], 'clear.png', { type: 'image/png' }))
  if (!preparation.ok) throw new Error(preparation.refusal)
  const bitmap = await createImageBitmap(preparation.photo.jpeg)
  const context = document.createElement('canvas').getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  expect([...(context?.getImageData(5, 5, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255])
})

test('a wide photo is reduced to the largest width that is ever shown', async () => {
  const preparation = await preparePhoto(new File([await picture('image/jpeg', 4000, 100)], 'wide.jpg'))
  if (!preparation.ok) throw new Error(preparation.refusal)
  const drawn = await createImageBitmap(preparation.photo.jpeg)
  expect([drawn.width, drawn.height]).toEqual([2560, 64])
})

test("a file that only claims to be an image is refused with 'Please upload an image file'", async () => {
  const file = new File(['<p>not a picture</p>'], 'front.jpg', { type: 'image/jpeg' })
  expect(await preparePhoto(file)).toEqual({ ok: false, refusal: 'Please upload an image file' })
})

test("a file above 5 MB is refused with 'File size must be less than 5MB'", async () => {
  const file = new File([new Uint8Array(largestPhotoBytes + 1)], 'front.jpg', { type: 'image/jpeg' })
  expect(await preparePhoto(file)).toEqual({ ok: false, refusal: 'File size must be less than 5MB' })
})

test.each(['', 'no json', '{"kind":"picked"}', '{"kind":"stolen"}'])(
  'a draft with %o for the photo leaves the photo unchanged',
  (kept) => {
    expect(textToChoice(kept)).toEqual({ kind: 'unchanged' })
  },
)

test('a draft of an earlier version that removes the main photo still does', () => {
  expect(textToChoice('{"kind":"removed"}')).toEqual({ kind: 'removed', key: '' })
})

async function picture(type: string, width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.fillStyle = '#2f4bcb'
  context.fillRect(0, 0, width, height)
  return new Uint8Array(await (await blobOf(canvas, type)).arrayBuffer())
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('not drawn')) : resolve(blob)), type)
  })
}

/** Inserts an Exif segment with an orientation after the start of a JPEG. */
function withExif(jpeg: Uint8Array, { orientation }: { orientation: number }): Uint8Array<ArrayBuffer> {
  const start = [0x4d, 0x4d, 0x00, 0x2a, 0, 0, 0, 8] // big endian; the directory follows
  const directory = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0] // one entry: orientation
  const payload = [...new TextEncoder().encode('Exif\0\0'), ...start, ...directory]
  const length = payload.length + 2
  return new Uint8Array([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 0xff, ...payload, ...jpeg.slice(2)])
}

function text(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}

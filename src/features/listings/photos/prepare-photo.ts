import { largestPhotoBytes } from '#core/contract/listing-image.ts'
import { fitPhoto, photoRefusals, refusePickedFile, type PhotoRefusal } from '#core/domain/listings/photo-rules.ts'

type PreparedPhoto = { jpeg: Blob; fileName: string; mediaType: 'image/jpeg' }

type Preparation = { ok: true; photo: PreparedPhoto } | { ok: false; refusal: PhotoRefusal }

/**
 * A picked file as it is kept and sent: an upright JPEG without camera and location data, at most 5 MB; or why it was
 * refused. Everything is drawn anew, so HEIC and whatever else this browser can show becomes a photo that every server
 * takes, and nothing of the picked file is needed once this resolves (faults I3, I7).
 */
export async function preparePhoto(file: File): Promise<Preparation> {
  const refusal = refusePickedFile(file)
  if (refusal !== null) return { ok: false, refusal }
  const picture = await decode(file)
  if (picture === null) return { ok: false, refusal: photoRefusals.notAnImage }
  try {
    const jpeg = await encode(picture)
    if (jpeg === null) return { ok: false, refusal: photoRefusals.notAnImage }
    return { ok: true, photo: { jpeg, fileName: jpegName(file.name), mediaType: 'image/jpeg' } }
  } finally {
    picture.release()
  }
}

type Picture = { source: CanvasImageSource; width: number; height: number; release: () => void }

/** Null when this browser cannot draw it. */
async function decode(file: File): Promise<Picture | null> {
  try {
    const bitmap = await createImageBitmap(file)
    return { source: bitmap, width: bitmap.width, height: bitmap.height, release: () => bitmap.close() }
  } catch {
    // Safari draws some formats, HEIC among them, only in an image element.
    return decodeInElement(file)
  }
}

async function decodeInElement(file: File): Promise<Picture | null> {
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  const release = () => URL.revokeObjectURL(address)
  try {
    await image.decode()
  } catch {
    release()
    return null
  }
  if (image.naturalWidth === 0 || image.naturalHeight === 0) {
    release()
    return null
  }
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, release }
}

/** Null when the browser has no memory for a picture of this size. */
async function encode(picture: Picture): Promise<Blob | null> {
  const size = fitPhoto(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (context === null) return null
  // JPEG has no transparency; without a ground it would turn black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(picture.source, 0, 0, size.width, size.height)
  for (const quality of [0.88, 0.7, 0.5]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob === null) return null
    if (blob.size <= largestPhotoBytes) return blob
  }
  return null
}

function jpegName(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '').trim()
  return `${stem === '' ? 'photo' : stem}.jpg`
}

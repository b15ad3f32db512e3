import sharp, { type Metadata } from 'sharp'
import { photoWidths } from '#core/contract/record-constants.ts'
import { countJpegScans } from './count-jpeg-scans.ts'
import type { PhotoCopies } from './photo-store.ts'

export type ProcessedPhoto = { copies: PhotoCopies; widestPixels: number }

/** Our page sends smaller ones; unpacked, this many take 160 MB of memory. */
const mostPixels = 40_000_000
/** Cameras and editors write about ten. */
const mostScans = 100

/** No TIFF: a few kilobytes of it take seconds, and no camera or page sends one. */
const readableFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

// Photos rarely repeat, so remembering decoded ones only costs memory.
sharp.cache(false)

/**
 * The photo upright, in sRGB, without any metadata, in each of the kept widths (never enlarged); `null` when the bytes are
 * not an image, or one that takes far more work than a photo. Routes call it through `PhotoDecoder`.
 */
export async function processPhoto(bytes: Uint8Array): Promise<ProcessedPhoto | null> {
  if (countJpegScans(bytes) > mostScans) return null
  try {
    return await copiesOf(bytes)
  } catch {
    // Whatever the decoder complains about, the bytes were no image that anybody could look at.
    return null
  }
}

async function copiesOf(bytes: Uint8Array): Promise<ProcessedPhoto | null> {
  const photo = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
  const metadata = await photo.metadata()
  const { format } = metadata
  if (format === undefined || !readableFormats.has(format)) return null

  // Decoding costs most of the time, so the narrow copies are made from the widest.
  const widest = await photo
    .autoOrient()
    .resize(boxOf(Math.max(...photoWidths)))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = widest.info

  const isKept = isOwnCopy(bytes, metadata)
  const copies: PhotoCopies = []
  for (const target of photoWidths) {
    if (isKept && target >= width) {
      copies.push({ width: target, bytes })
      continue
    }
    const copy = await sharp(widest.data, { raw: { width, height, channels } })
      .resize(boxOf(target))
      .webp({ quality: 80 })
      .toBuffer()
    copies.push({ width: target, bytes: copy })
  }
  return { copies, widestPixels: width }
}

/**
 * True of a copy that this function made, which comes back with a backup: encoding it again would lose a little each time. It is one
 * picture, upright and small enough, and its file holds nothing besides.
 */
function isOwnCopy(
  bytes: Uint8Array,
  { format, width, height, orientation, pages = 1, exif, xmp, icc }: Metadata,
): boolean {
  if (format !== 'webp' || pages > 1 || (orientation ?? 1) !== 1 || exif || xmp || icc) return false
  const box = boxOf(Math.max(...photoWidths))
  if (width > box.width || height > box.height) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // RIFF says how long the file is, and its first part how long the picture is: behind both there is nothing.
  const [file, picture] = [view.getUint32(4, true) + 8, view.getUint32(16, true) + 20]
  const isLossy = String.fromCharCode(...bytes.subarray(12, 16)) === 'VP8 '
  return isLossy && file === bytes.length && picture + (picture % 2) === file
}

/** WebP ends at 16,383 pixels, so a very tall strip is narrowed further. */
function boxOf(width: number) {
  return { width, height: width * 4, fit: 'inside', withoutEnlargement: true } as const
}

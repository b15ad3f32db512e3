import sharp, { type Metadata } from 'sharp'
import { photoWidths } from '#core/contract/record-constants.ts'
import type { PhotoCopies } from './photo-store.ts'

/** `widestPixels`: the width of the widest copy, which may be less than 1920. */
export type ProcessedPhoto = { copies: PhotoCopies; widestPixels: number }

/** Photos from our own client have fewer pixels. Decoding this many takes 160 MB. */
const maxPixels = 40_000_000
/** Progressive JPEGs of cameras and editors have about ten scans. */
const maxScans = 100

/** Not TIFF: a few kilobytes can take seconds, and no camera or client sends it. */
const readableFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

// Photos rarely repeat, so a cache only costs memory.
sharp.cache(false)

/** One copy a width: upright, in sRGB, without metadata, never enlarged. Null if `bytes` are not an image or need excessive work. */
export async function processPhoto(bytes: Uint8Array): Promise<ProcessedPhoto | null> {
  if (countJpegScans(bytes) > maxScans) return null
  try {
    return await copiesOf(bytes)
  } catch {
    return null
  }
}

// JPEG markers
const endOfImage = 0xd9
const startOfScan = 0xda

/** Returns the number of scans: each costs the decoder a pass over the whole picture. Ignores previews and videos, as decoders do. */
export function countJpegScans(bytes: Uint8Array): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0
  let scans = 0
  let offset = 2
  while (offset < bytes.length) {
    // Compressed data contains 0xFF only before a zero; decoders skip everything else that is not a marker.
    const marker = bytes[offset] === 0xff ? bytes[offset + 1] : undefined
    if (marker === undefined || marker === 0 || marker === 0xff) {
      offset += 1
      continue
    }
    if (marker === endOfImage) break
    if (marker === startOfScan) scans += 1
    offset += hasNoLength(marker) ? 2 : 2 + lengthAt(bytes, offset + 2)
  }
  return scans
}

/** Markers without a length: TEM, and the restart markers within a scan. */
function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

function lengthAt(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0)
}

async function copiesOf(bytes: Uint8Array): Promise<ProcessedPhoto | null> {
  const photo = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  const metadata = await photo.metadata()
  const { format } = metadata
  if (format === undefined || !readableFormats.has(format)) return null

  // Decoding takes most of the time, so narrower copies are made from the widest.
  const widest = await photo
    .autoOrient()
    .resize(boxOf(Math.max(...photoWidths)))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = widest.info

  const isReusable = isOwnCopy(bytes, metadata)
  const copies: PhotoCopies = []
  for (const target of photoWidths) {
    if (isReusable && target >= width) {
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

/** True for a copy that `copiesOf` made. An agent who restores a backup sends such copies; encoding them again would reduce their quality. */
function isOwnCopy(
  bytes: Uint8Array,
  { format, width, height, orientation, pages = 1, exif, xmp, icc }: Metadata,
): boolean {
  if (format !== 'webp' || pages > 1 || (orientation ?? 1) !== 1 || exif || xmp || icc) return false
  const box = boxOf(Math.max(...photoWidths))
  if (width > box.width || height > box.height) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The lengths of the RIFF file and of its first chunk: nothing may follow the picture.
  const [file, picture] = [view.getUint32(4, true) + 8, view.getUint32(16, true) + 20]
  const isLossy = String.fromCharCode(...bytes.subarray(12, 16)) === 'VP8 '
  return isLossy && file === bytes.length && picture + (picture % 2) === file
}

/** WebP allows at most 16,383 pixels a side, so a picture more than four times as tall as wide becomes narrower than `width`. */
function boxOf(width: number) {
  return { width, height: width * 4, fit: 'inside', withoutEnlargement: true } as const
}

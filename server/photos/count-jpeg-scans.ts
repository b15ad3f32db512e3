const endOfImage = 0xd9
const startOfScan = 0xda

/**
 * How many scans a JPEG has; 0 for any other file. Each scan is a pass of the decoder over the whole picture, however few bytes it
 * takes. Stops where a decoder stops, so a preview in the metadata and a film behind the picture do not count.
 */
export function countJpegScans(bytes: Uint8Array): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0
  let scans = 0
  let place = 2
  while (place < bytes.length) {
    // Compressed data holds 0xFF only before a zero; a decoder skips everything else that is no marker.
    const marker = bytes[place] === 0xff ? bytes[place + 1] : undefined
    if (marker === undefined || marker === 0 || marker === 0xff) {
      place += 1
      continue
    }
    if (marker === endOfImage) break
    if (marker === startOfScan) scans += 1
    place += hasNoLength(marker) ? 2 : 2 + lengthAt(bytes, place + 2)
  }
  return scans
}

/** TEM and the restarts within a scan. */
function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

function lengthAt(bytes: Uint8Array, place: number): number {
  return ((bytes[place] ?? 0) << 8) | (bytes[place + 1] ?? 0)
}

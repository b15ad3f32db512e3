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

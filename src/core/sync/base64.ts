const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 for a core that knows no platform. */
export function base64FromBytes(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
    const triple = first * 65_536 + second * 256 + third
    const quad = [18, 12, 6, 0].map((shift) => letters.charAt((triple >> shift) & 63)).join('')
    const missing = Math.max(0, at + 3 - bytes.length)
    parts.push(missing === 0 ? quad : quad.slice(0, 4 - missing) + '='.repeat(missing))
  }
  return parts.join('')
}

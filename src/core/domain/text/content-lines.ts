/* The lines of calendar files (RFC 5545) and address cards (RFC 2426). */

/** Signs that mean something in such a file, said so that they mean themselves; a control sign is left out. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')
}

const longestLine = 75

/** No line is longer than 75 bytes; what goes on below begins with a blank. No sign is cut in two. */
export function folded(line: string): string {
  let whole = ''
  let bytes = 0
  for (const sign of line) {
    const size = bytesOf(sign)
    if (bytes + size > longestLine) {
      whole += '\r\n '
      bytes = 1
    }
    whole += sign
    bytes += size
  }
  return whole
}

/** In UTF-8. */
function bytesOf(sign: string): number {
  const point = sign.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x1_00_00 ? 3 : 4
}

/* The lines of calendar files (RFC 5545) and address cards (RFC 2426). */

/** Escapes a text for use as a value, and removes control characters. */
export function escapeValue(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')
}

const longestLine = 75

/** Folds a line at 75 bytes without cutting a character; a continued line begins with a space. */
export function foldLine(line: string): string {
  let result = ''
  let bytes = 0
  for (const character of line) {
    const size = bytesOf(character)
    if (bytes + size > longestLine) {
      result += '\r\n '
      bytes = 1
    }
    result += character
    bytes += size
  }
  return result
}

/** The character's length in UTF-8. */
function bytesOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x1_00_00 ? 3 : 4
}

/** Converts text in capitals: "3526 HIGH ST" is "3526 High St". Text that is mostly in mixed case is returned as it is. */
export function titleCase(text: string): string {
  const words = text.trim().split(/\s+/)
  const lettered = words.filter((word) => /\p{L}{2}/u.test(word))
  const shouted = lettered.filter(isShouted)
  if (shouted.length * 2 <= lettered.length) return text.trim()
  return words.map((word) => (isShouted(word) ? calmWord(word) : word)).join(' ')
}

function isShouted(word: string): boolean {
  return /\p{L}{2}/u.test(word) && word === word.toUpperCase()
}

const compassPoints = new Set(['NE', 'NW', 'SE', 'SW'])

function calmWord(word: string): string {
  if (compassPoints.has(word)) return word
  // "14TH" is an ordinal, "O'BRIEN" and "MULTI-FAMILY" are two words each, "MCKINLEY" has two capitals.
  if (/^\d+(ST|ND|RD|TH)$/.test(word)) return word.toLowerCase()
  return word
    .toLowerCase()
    .replaceAll(/(^|[^\p{L}'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replaceAll(/\b([OD])['’](\p{L})/gu, (name: string) => name.toUpperCase())
    .replaceAll(/\bMc(\p{Ll})/gu, (_, letter: string) => `Mc${letter.toUpperCase()}`)
}

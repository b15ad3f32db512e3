/** Converts text in capitals: "3526 HIGH ST" is "3526 High St". Text that is mostly in mixed case is returned as it is. */
export function titleCase(text: string): string {
  const words = text.trim().split(/\s+/)
  const lettered = words.filter((word) => /\p{L}{2}/u.test(word))
  const upperCase = lettered.filter(isUpperCase)
  if (upperCase.length * 2 <= lettered.length) return text.trim()
  return words.map((word) => (isUpperCase(word) ? titleCaseWord(word) : word)).join(' ')
}

function isUpperCase(word: string): boolean {
  return /\p{L}{2}/u.test(word) && word === word.toUpperCase()
}

const compassPoints = new Set(['NE', 'NW', 'SE', 'SW'])

function titleCaseWord(word: string): string {
  if (compassPoints.has(word)) return word
  // "14TH" becomes "14th", "O'BRIEN" "O'Brien", "MULTI-FAMILY" "Multi-Family", and "MCKINLEY" "McKinley".
  if (/^\d+(ST|ND|RD|TH)$/.test(word)) return word.toLowerCase()
  return word
    .toLowerCase()
    .replaceAll(/(^|[^\p{L}'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replaceAll(/\b([OD])['’](\p{L})/gu, (name: string) => name.toUpperCase())
    .replaceAll(/\bMc(\p{Ll})/gu, (_, letter: string) => `Mc${letter.toUpperCase()}`)
}

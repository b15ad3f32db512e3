/** 'Open houses', 'Properties'. */
export function pluralOf(word: string): string {
  const plural = word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
  return plural.charAt(0).toUpperCase() + plural.slice(1)
}

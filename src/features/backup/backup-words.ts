/** '1 record', '1,204 records'. */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? word : `${word}s`}`
}

/** 'Open houses', 'Properties'. */
export function pluralOf(word: string): string {
  const plural = word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
  return plural.charAt(0).toUpperCase() + plural.slice(1)
}

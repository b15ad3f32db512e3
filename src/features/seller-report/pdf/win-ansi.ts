/** Returns text for the PDF's fonts. Outside WinAnsi, characters lose their accents; else letters and digits become "?" and others are removed. */
export function toWinAnsi(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('−', '–')
    .replaceAll(foreign, (letter) => {
      const base = letter.normalize('NFD').replaceAll(/\p{Mark}/gu, '')
      if (base.replaceAll(foreign, '') !== '') return base
      return /[\p{Letter}\p{Number}]/u.test(letter) ? '?' : ''
    })
}

/** Returns the characters that the PDF cannot show at all, each once, in the order of the text. */
export function unprintableCharacters(text: string): string[] {
  const foreignLetters = new Set(text.normalize('NFC').match(foreign))
  return [...foreignLetters].filter((letter) => isVisible.test(letter) && ['', '?'].includes(toWinAnsi(letter)))
}

/** Matches characters that are visible by themselves, unlike joiners and modifiers. */
const isVisible = /[\p{Letter}\p{Number}\p{Punctuation}\p{Sc}\p{Sm}\p{So}]/u

/** Matches every character outside WinAnsi. */
const foreign = /[^\n\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e–—‘’‚“”„†‡•…‰‹›€™]/gu

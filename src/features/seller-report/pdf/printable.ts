/**
 * Text as the letters that every reader of PDF has show it: they are those of Western Europe. Of others the plain letter is
 * left, and of what is no letter nothing; what has no plain letter is a question mark.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('−', '–')
    .replaceAll(foreign, (letter) => {
      const base = letter.normalize('NFD').replaceAll(/\p{Mark}/gu, '')
      if (base.replaceAll(foreign, '') !== '') return base
      return /[\p{Letter}\p{Number}]/u.test(letter) ? '?' : ''
    })
}

/** What of a text the file has no letter for, not even a plain one: each once, in the order of the text. */
export function lostInPdf(text: string): string[] {
  const foreignLetters = new Set(text.normalize('NFC').match(foreign))
  return [...foreignLetters].filter((letter) => isVisible.test(letter) && ['', '?'].includes(printable(letter)))
}

/** What a drawing is joined or coloured with is none of its own. */
const isVisible = /[\p{Letter}\p{Number}\p{Punctuation}\p{Sc}\p{Sm}\p{So}]/u

/** Every character that is not in the encoding of the file's fonts (WinAnsi). */
const foreign = /[^\n\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e–—‘’‚“”„†‡•…‰‹›€™]/gu

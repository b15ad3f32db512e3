/** Letters that Unicode normalization does not split into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/** Returns a text in the form for comparisons: lower case, without accents and apostrophes. "O’Neil" is "oneil", "Straße" "strasse". */
export function foldText(text: string): string {
  const lower = text.toLowerCase().replaceAll(apostrophes, '')
  if (isPlain.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replaceAll(accents, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC')
}

const isPlain = /^\p{ASCII}*$/u
/** Accents of Latin, Greek and Cyrillic letters. The marks of other scripts stay, because they are vowels. */
const accents = /[\u0300-\u036F]/g
/** Straight and curly apostrophes, primes, and the letters of Hawaiian and Irish names that look like apostrophes. */
const apostrophes = /['‘’‛′ʻʼʽʹ`´＇]/g

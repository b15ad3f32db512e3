/** Letters that Unicode does not take apart into a plain one and a mark. */
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

/**
 * A text as searches and comparisons of names take it: in lower case and compatibility form, without accents and apostrophes, so
 * that "o'neil", "ONeil" and "O’Neil" are one, "Müller" and "muller", "Straße" and "strasse".
 */
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
/** Of Latin, Greek and Cyrillic letters; the marks of other scripts are vowels. */
const accents = /[\u0300-\u036F]/g
/** Straight and curly, primes, and the letters that Hawaiian and Irish names are written with. */
const apostrophes = /['‘’‛′ʻʼʽʹ`´＇]/g

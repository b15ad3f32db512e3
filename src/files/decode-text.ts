/**
 * The text of a file of unknown encoding: by its byte-order mark, else UTF-8. Where a file is not UTF-8 throughout, letters that are
 * stay, and others are read in the charset that their line names, else in the old Windows code page. Line breaks keep their number.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Without a mark, every other byte of Western letters is 0.
  if (bytes.length > 3 && bytes[1] === 0 && bytes[3] === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.length > 3 && bytes[0] === 0 && bytes[2] === 0) return new TextDecoder('utf-16be').decode(bytes)
  // Japanese phones change the alphabet by escape signs, which UTF-8 takes for letters.
  const whole = bytes.includes(escapeSign) ? null : decoded(bytes, 'utf-8')
  return whole ?? decodedInParts(bytes)
}

/** Null where the bytes are not written in this charset, or where nobody knows it. */
function decoded(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Letters in UTF-8, else in `charset`, else in the old Windows code page. */
export function decodedAs(bytes: Uint8Array, charset?: string): string {
  const isUtf8 = bytes.includes(escapeSign) ? null : decoded(bytes, 'utf-8')
  const named = charset === undefined || western.test(charset) ? null : decoded(bytes, charset)
  return isUtf8 ?? named ?? inCodePage(asBytes(bytes))
}

/** Names under which the web knows Windows-1252. */
const western = /^(?:windows-1252|cp1252|iso-?8859-?1|latin-?1|(?:us-)?ascii)$/i
const escapeSign = 0x1b

function decodedInParts(bytes: Uint8Array): string {
  const text = asBytes(bytes).replaceAll(cutLetter, (cut, start: string, fold: string, rest: string) =>
    decoded(bytesOf(start + rest), 'utf-8') !== null ? start + rest + fold : cut,
  )
  let decodedText = ''
  let done = 0
  for (const { index, 0: line, groups } of text.matchAll(lineWithCharset)) {
    decodedText += withLetters(text.slice(done, index)) + decodedAs(bytesOf(line), groups?.['charset'])
    done = index + line.length
  }
  return decodedText + withLetters(text.slice(done))
}

/** A letter of UTF-8 that a folded line cuts in two. */
const cutLetter = /([\xC2-\xF4][\x80-\xBF]{0,2})((?:\r\n|\n|\r)[ \t])([\x80-\xBF]{1,3})/g
/** A card's property that names its charset, with the lines on which it goes on. */
const lineWithCharset =
  /^[\w.-]+;(?:[^:\r\n]*;)?CHARSET="?(?<charset>[\w-]+)[^:\r\n]*:[^\r\n]*(?:(?:\r\n|\n|\r)[ \t][^\r\n]*)*/gim

/** Letters of UTF-8 among others: two bytes in a row may be a letter and a sign of the code page, unless more of them follow. */
const lettersOfUtf8 =
  /[\xC2-\xC5\xCC][\x80-\xBF]|(?:[\xCC-\xDF][\x80-\xBF]){2,}|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}/g

function withLetters(text: string): string {
  let whole = ''
  let done = 0
  for (const { index, 0: letters } of text.matchAll(lettersOfUtf8)) {
    const read = decoded(bytesOf(letters), 'utf-8')
    if (read === null) continue
    whole += inCodePage(text.slice(done, index)) + read
    done = index + letters.length
  }
  return whole + inCodePage(text.slice(done))
}

/** Letters of Windows-1252. The platform's decoder is not asked: Node takes the charset for ISO 8859-1. */
function inCodePage(text: string): string {
  return text.replaceAll(/[\x80-\x9F]/g, (letter) => signs.charAt(letter.charCodeAt(0) - 0x80))
}

const signs = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ'

const chunk = 8192

/** A text with one letter for each byte. */
function asBytes(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += chunk)
    text += String.fromCharCode(...bytes.subarray(start, start + chunk))
  return text
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

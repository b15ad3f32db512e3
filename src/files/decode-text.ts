/**
 * Decodes a file of unknown encoding: by its byte-order mark, otherwise as UTF-8. If not all of it is UTF-8, valid UTF-8 letters are
 * decoded as such, others in the charset that their line names, or in Windows-1252. The number of lines does not change.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Without a byte-order mark, every other byte of Western text is 0.
  if (bytes.length > 3 && bytes[1] === 0 && bytes[3] === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.length > 3 && bytes[0] === 0 && bytes[2] === 0) return new TextDecoder('utf-16be').decode(bytes)
  // ISO-2022-JP, from Japanese phones, switches alphabets by escape sequences, which are also valid UTF-8.
  const whole = bytes.includes(escapeByte) ? null : decoded(bytes, 'utf-8')
  return whole ?? decodeParts(bytes)
}

/** Returns null if the bytes are invalid in this charset, or the charset is unknown. */
function decoded(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Decodes as UTF-8, otherwise in `charset`, otherwise in Windows-1252. */
export function decodedAs(bytes: Uint8Array, charset?: string): string {
  const fromUtf8 = bytes.includes(escapeByte) ? null : decoded(bytes, 'utf-8')
  const fromCharset = charset === undefined || western.test(charset) ? null : decoded(bytes, charset)
  return fromUtf8 ?? fromCharset ?? fromWindows1252(byteString(bytes))
}

/** Charsets that are read as Windows-1252, which has all of their letters. */
const western = /^(?:windows-1252|cp1252|iso-?8859-?1|latin-?1|(?:us-)?ascii)$/i
const escapeByte = 0x1b

function decodeParts(bytes: Uint8Array): string {
  const text = byteString(bytes).replaceAll(cutLetter, (cut, start: string, fold: string, rest: string) =>
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

/** A UTF-8 letter that line folding has split. */
const cutLetter = /([\xC2-\xF4][\x80-\xBF]{0,2})((?:\r\n|\n|\r)[ \t])([\x80-\xBF]{1,3})/g
/** A property of a vCard that names its charset, with its continuation lines. */
const lineWithCharset =
  /^[\w.-]+;(?:[^:\r\n]*;)?CHARSET="?(?<charset>[\w-]+)[^:\r\n]*:[^\r\n]*(?:(?:\r\n|\n|\r)[ \t][^\r\n]*)*/gim

/** UTF-8 letters among other text. Two bytes may be two Windows-1252 characters, so letters of some scripts count only if another follows. */
const lettersOfUtf8 =
  /[\xC2-\xC5\xCC][\x80-\xBF]|(?:[\xCC-\xDF][\x80-\xBF]){2,}|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}/g

function withLetters(text: string): string {
  let whole = ''
  let done = 0
  for (const { index, 0: letters } of text.matchAll(lettersOfUtf8)) {
    const read = decoded(bytesOf(letters), 'utf-8')
    if (read === null) continue
    whole += fromWindows1252(text.slice(done, index)) + read
    done = index + letters.length
  }
  return whole + fromWindows1252(text.slice(done))
}

/** Decodes Windows-1252. TextDecoder is not used, because Node reads that label as ISO 8859-1. */
function fromWindows1252(text: string): string {
  return text.replaceAll(/[\x80-\x9F]/g, (letter) => windows1252.charAt(letter.charCodeAt(0) - 0x80))
}

const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ'

const chunkBytes = 8192

/** A string with one character per byte. */
function byteString(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(start, start + chunkBytes))
  return text
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

import { default as ICAL } from 'ical.js'
import { decodedAs } from './decode-text.ts'

/** A property of a card, its name and types in small letters. */
export type CardProperty = { name: string; group: string; types: string[]; values: unknown[] }

/**
 * What a line of a card says, whatever the version and the habits that it is written with: old phones and Outlook write parameters without
 * names and letters in quoted-printable, also where the card says that it is a newer one. Null for a line that cannot be read.
 */
export function cardProperty(line: string, version: string): CardProperty | null {
  const design = version === '4.0' ? ICAL.design.vcard : ICAL.design.vcard3
  try {
    const [name, parameters, , ...values] = ICAL.parse.property(modernLine(line), design) as Parsed
    return {
      name,
      group: [parameters['group'] ?? ''].flat().join(''),
      types: [parameters['type'] ?? []].flat().map((type) => type.toLowerCase()),
      values,
    }
  } catch {
    return null
  }
}

type Parsed = [string, Record<string, string | string[]>, string, ...unknown[]]

/** On Apple’s cards a birthday without a year has a made-up one, with a note that names it. */
const madeUpYear = /^(BDAY;X-APPLE-OMIT-YEAR=(\d{4})\b.*:)\2-/i

function modernLine(line: string): string {
  const { head, value } = partsOf(line)
  const [name = '', ...parameters] = head.match(/(?:"[^"]*"|[^;"])+/g) ?? []
  const charset = parameters.map((one) => /^CHARSET=(.+)$/i.exec(one)?.[1]).find((found) => found !== undefined)
  const isQuoted = parameters.some((one) => /^(?:ENCODING=)?QUOTED-PRINTABLE$/i.test(one))
  const kept = parameters.filter((one) => !/^(CHARSET=|ENCODING=|QUOTED-PRINTABLE$|8BIT$|7BIT$|BASE64$)/i.test(one))
  const named = kept.map((one) => (one.includes('=') ? one : `TYPE=${one}`))
  const whole = `${[name.trim(), ...named].join(';')}:${isQuoted ? fromQuoted(value, charset) : value}`
  return whole.replace(madeUpYear, '$1--')
}

/** What stands before the colon and behind it; one in quotation marks is none, unless they never end. */
function partsOf(line: string): { head: string; value: string } {
  const [quoted] = /^(?:"[^"]*"|[^:"])*(?=:)/.exec(line) ?? []
  if (quoted !== undefined) return { head: quoted, value: line.slice(quoted.length + 1) }
  const colon = line.indexOf(':')
  return { head: line.slice(0, colon).replaceAll('"', ''), value: line.slice(colon + 1) }
}

function fromQuoted(value: string, charset?: string): string {
  const plain = value.replace(/=$/, '')
  // Where the letters beside them are no bytes, only what is written in figures is.
  const isPlain = /^\p{ASCII}*$/u.test(plain)
  const text = plain.replaceAll(isPlain ? /^[^]*$/g : /(?:=[0-9A-F]{2})+/gi, (part) =>
    decodedAs(bytesIn(part), charset),
  )
  return text.replaceAll(/\r\n|\n|\r/g, String.raw`\n`)
}

function bytesIn(quoted: string): Uint8Array {
  const letters = quoted.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}

import type { ParsedFile } from '#core/import/plan-import.ts'
import { type LabelledValue, type PersonInFile, personOf } from '#core/import/person-in-file.ts'
import { contentLines, type Block, blocksIn } from './read-content-lines.ts'
import { default as ICAL } from 'ical.js'
import { decodedAs } from './decode-text.ts'

type CardProperty = { name: string; group: string; types: string[]; values: unknown[] }

/** Parses a line; null if unreadable. Old phones and Outlook write unnamed parameters and quoted-printable text in any vCard version. */
function cardProperty(line: string, version: string): CardProperty | null {
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

/** Apple writes a birthday without a year as one in a placeholder year, and repeats that year in a parameter. */
const placeholderYear = /^(BDAY;X-APPLE-OMIT-YEAR=(\d{4})\b.*:)\2-/i

/** Rewrites old syntax in a line, such as that of vCard 2.1, so that ical.js can parse it. */
function modernLine(line: string): string {
  const { head, value } = partsOf(line)
  const [name = '', ...parameters] = head.match(/(?:"[^"]*"|[^;"])+/g) ?? []
  const charset = parameters.map((one) => /^CHARSET=(.+)$/i.exec(one)?.[1]).find((found) => found !== undefined)
  const isQuoted = parameters.some((one) => /^(?:ENCODING=)?QUOTED-PRINTABLE$/i.test(one))
  const remaining = parameters.filter(
    (one) => !/^(CHARSET=|ENCODING=|QUOTED-PRINTABLE$|8BIT$|7BIT$|BASE64$)/i.test(one),
  )
  const named = remaining.map((one) => (one.includes('=') ? one : `TYPE=${one}`))
  const whole = `${[name.trim(), ...named].join(';')}:${isQuoted ? fromQuotedPrintable(value, charset) : value}`
  return whole.replace(placeholderYear, '$1--')
}

/** Splits a line at the first colon outside quotation marks, or at the first colon if they are unclosed. */
function partsOf(line: string): { head: string; value: string } {
  const [quoted] = /^(?:"[^"]*"|[^:"])*(?=:)/.exec(line) ?? []
  if (quoted !== undefined) return { head: quoted, value: line.slice(quoted.length + 1) }
  const colon = line.indexOf(':')
  return { head: line.slice(0, colon).replaceAll('"', ''), value: line.slice(colon + 1) }
}

function fromQuotedPrintable(value: string, charset?: string): string {
  const plain = value.replace(/=$/, '')
  // If the text also has characters outside ASCII, only its encoded parts are decoded as bytes.
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

function textsOf(values: unknown): string[] {
  return [values ?? []]
    .flat(3)
    .map(textOf)
    .filter((text) => text !== '')
}

function textOf(value: unknown): string {
  // ical.js leaves `\;` and `\:` escaped. The latter is Apple's.
  if (typeof value === 'string') return value.replaceAll(/\\([;:])/g, '$1').trim()
  return typeof value === 'number' ? String(value) : ''
}

/** The label of a value ("Mobile"). Apple labels `item1.TEL` by `item1.X-ABLabel:_$!<Work>!$_`. */
function labelOf({ group, types }: CardProperty, properties: readonly CardProperty[]): string {
  const appleLabel = properties.find((other) => group !== '' && other.group === group && other.name === 'x-ablabel')
  if (appleLabel !== undefined) return textOf(appleLabel.values[0]).replaceAll(/^_\$!<|>!\$_$/g, '')
  const kind = types.find((type) => !['internet', 'voice', 'pref', 'x-internet', 'text'].includes(type)) ?? ''
  const device = ['fax', 'pager'].find((type) => type !== kind && types.includes(type))
  return [kind.charAt(0).toUpperCase() + kind.slice(1), device ?? ''].join(' ').trim()
}

/** Reads an address book in vCard 2.1, 3.0 or 4.0. */
export function peopleInCards(text: string): ParsedFile {
  const found: ParsedFile = { records: [], unread: [], remarks: [] }
  for (const card of blocksIn(contentLines(text, 'NOTE'), 'VCARD')) {
    try {
      found.records.push(personOnCard(card))
    } catch {
      const title = nameIn(card) || 'Without a name'
      found.unread.push({ line: card.line, title, record: null, reasons: ['This card cannot be read.'] })
    }
  }
  return found
}

function nameIn({ lines }: Block): string {
  const name = lines.map(({ text }) => /^FN[^:]*:(.*)$/i.exec(text)?.[1]).find((found) => found !== undefined)
  return name?.trim() ?? ''
}

function propertiesOf({ lines }: Block): CardProperty[] {
  const version = lines.map(({ text }) => /^VERSION:\s*(\S+)/i.exec(text)?.[1]).find((found) => found !== undefined)
  return lines.flatMap(({ text }) => cardProperty(text, version ?? '') ?? [])
}

function personOnCard(card: Block): PersonInFile {
  const properties = propertiesOf(card)
  const named = (name: string) => properties.filter((property) => property.name === name)
  const [lastName = '', firstName = '', ...others] = [named('n')[0]?.values[0] ?? []].flat().map(wordsOf)
  const labelled = (name: string): LabelledValue[] =>
    named(name).map((property) => ({
      label: labelOf(property, properties),
      value: textOf(property.values[0]).replace(/^(tel|mailto):/i, ''),
    }))
  const fullName = textOf(named('fn')[0]?.values[0])
  const isCompany = firstName === '' && lastName === '' && fullName === textsOf(named('org')[0]?.values).join(', ')
  return personOf({
    line: card.line,
    firstName,
    lastName,
    fullName: isCompany ? '' : fullName,
    emails: labelled('email'),
    phones: labelled('tel'),
    notes: cardNotes(properties, others),
    tags: named('categories').flatMap(({ values }) => textsOf(values)),
    category: '',
  })
}

/** A part of a name may have several values in vCard 4.0. */
function wordsOf(value: unknown): string {
  return textsOf(value).join(' ')
}

/** The further data of a card, as lines of the notes; `others` are middle name, prefix and suffix. */
function cardNotes(properties: readonly CardProperty[], others: readonly string[]): string[] {
  const named = (name: string) => properties.filter((property) => property.name === name)
  const company = textsOf(named('org')[0]?.values).join(', ')
  const [middleName = '', prefix = '', suffix = ''] = others
  return [
    ...named('note').flatMap(({ values }) => textsOf(values)),
    ...line('Middle name', middleName),
    ...line('Prefix', prefix),
    ...line('Suffix', suffix),
    ...line('Company', company),
    ...Object.entries(noteLabels).flatMap(([name, words]) => named(name).flatMap((one) => line(words, plain(one)))),
    ...properties.flatMap((one) => line(labelled(one, properties), plain(one))),
    ...named('adr').flatMap(({ values }) => line('Address', textsOf(values).join(', '))),
    ...properties.flatMap((one) => line(unknownName(one), plain(one))),
  ]
}

function line(words: string, value: string): string[] {
  return words === '' || value === '' ? [] : [`${words}: ${value}`]
}

/** Returns the values as text, without the "--" with which a birthday without a year begins. */
function plain({ values }: CardProperty): string {
  return textsOf(values).join(', ').replace(/^--/, '')
}

const noteLabels: Readonly<Record<string, string>> = {
  title: 'Job title',
  role: 'Role',
  nickname: 'Nickname',
  bday: 'Birthday',
  anniversary: 'Anniversary',
  'x-anniversary': 'Anniversary',
  'x-evolution-anniversary': 'Anniversary',
  'x-ms-anniversary': 'Anniversary',
  'x-kaddressbook-x-anniversary': 'Anniversary',
  'x-spouse': 'Spouse',
  'x-evolution-spouse': 'Spouse',
  'x-ms-spouse': 'Spouse',
  'x-kaddressbook-x-spousesname': 'Spouse',
  'x-ms-child': 'Child',
  'x-assistant': 'Assistant',
  'x-evolution-assistant': 'Assistant',
  'x-ms-assistant': 'Assistant',
  'x-manager': 'Manager',
  'x-evolution-manager': 'Manager',
  'x-ms-manager': 'Manager',
  url: 'Website',
  lang: 'Language',
  label: 'Address label',
}

/** The label of a relative, a date or a profile on another service; empty for other properties. */
function labelled(property: CardProperty, properties: readonly CardProperty[]): string {
  const label = labelOf(property, properties)
  if (property.name === 'related' || property.name === 'x-abrelatednames') return label || 'Related'
  if (property.name === 'x-abdate') return label || 'Date'
  if (property.name === 'x-socialprofile') return label === '' ? 'Profile' : `${label} profile`
  return property.name === 'impp' ? `${label} messenger`.trim() : ''
}

/** Properties that other functions of this file read. */
const readProperties = new Set(
  `n fn org note adr tel email categories version related x-abrelatednames x-abdate x-socialprofile impp ${Object.keys(noteLabels).join(' ')}`.split(
    ' ',
  ),
)
const technicalProperties =
  /^(prodid|rev|uid|source|name|mailer|class|sort-string|agent|tz|geo|kind|member|profile|fburl|caluri|caladruri|clientpidmap|xml|begin|end|x-(ab|ms-|evolution-|phonetic|image|apple|addressbook|mozilla|kaddressbook|wr-|ol-|irmc|class|icloud|sync).*)$/
const longestUnknown = 500

/** The label of an unknown property: "Favorite color" for "X-FAVORITE-COLOR". */
function unknownName({ name, values }: CardProperty): string {
  if (readProperties.has(name) || technicalProperties.test(name) || textsOf(values).join(', ').length > longestUnknown)
    return ''
  const words = name.replace(/^x-/, '').replaceAll('-', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

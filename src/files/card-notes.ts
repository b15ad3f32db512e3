import type { CardProperty } from './card-property.ts'
import { labelOf, textsOf } from './card-values.ts'

/** What a card says of a person beside name, addresses and numbers, as lines of the notes; `others` are the further parts of the name. */
export function cardNotes(properties: readonly CardProperty[], others: readonly string[]): string[] {
  const named = (name: string) => properties.filter((property) => property.name === name)
  const company = textsOf(named('org')[0]?.values).join(', ')
  const [middleName = '', prefix = '', suffix = ''] = others
  return [
    ...named('note').flatMap(({ values }) => textsOf(values)),
    ...line('Middle name', middleName),
    ...line('Prefix', prefix),
    ...line('Suffix', suffix),
    ...line('Company', company),
    ...Object.entries(kept).flatMap(([name, words]) => named(name).flatMap((one) => line(words, plain(one)))),
    ...properties.flatMap((one) => line(labelled(one, properties), plain(one))),
    ...named('adr').flatMap(({ values }) => line('Address', textsOf(values).join(', '))),
    ...properties.flatMap((one) => line(unknownName(one), plain(one))),
  ]
}

function line(words: string, value: string): string[] {
  return words === '' || value === '' ? [] : [`${words}: ${value}`]
}

/** A birthday without a year begins with the place of the year. */
function plain({ values }: CardProperty): string {
  return textsOf(values).join(', ').replace(/^--/, '')
}

const kept: Readonly<Record<string, string>> = {
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

/** What else the card names itself: relatives, dates, and accounts elsewhere. */
function labelled(property: CardProperty, properties: readonly CardProperty[]): string {
  const label = labelOf(property, properties)
  if (property.name === 'related' || property.name === 'x-abrelatednames') return label || 'Related'
  if (property.name === 'x-abdate') return label || 'Date'
  if (property.name === 'x-socialprofile') return label === '' ? 'Profile' : `${label} profile`
  return property.name === 'impp' ? `${label} messenger`.trim() : ''
}

const read = new Set(
  `n fn org note adr tel email categories version related x-abrelatednames x-abdate x-socialprofile impp ${Object.keys(kept).join(' ')}`.split(
    ' ',
  ),
)
/** What is of programs and not of people. */
const technical =
  /^(prodid|rev|uid|source|name|mailer|class|sort-string|agent|tz|geo|kind|member|profile|fburl|caluri|caladruri|clientpidmap|xml|begin|end|x-(ab|ms-|evolution-|phonetic|image|apple|addressbook|mozilla|kaddressbook|wr-|ol-|irmc|class|icloud|sync).*)$/
const longestUnknown = 500

/** A field that a program invented, called as it calls it: "X-FAVORITE-COLOR" is "Favorite color". */
function unknownName({ name, values }: CardProperty): string {
  if (read.has(name) || technical.test(name) || textsOf(values).join(', ').length > longestUnknown) return ''
  const words = name.replace(/^x-/, '').replaceAll('-', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

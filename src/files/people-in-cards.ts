import { default as ICAL } from 'ical.js'
import type { SaidByFile } from '#core/import/judge-file.ts'
import { blocksIn } from './blocks-in.ts'
import { asModernCard } from './modern-card.ts'
import { type LabelledValue, type PersonInFile, personOf } from '#core/import/person-in-file.ts'

/** The people of an address book in vCard 2.1, 3.0 or 4.0, one a card; a card that cannot be read stops no other. */
export function peopleInCards(text: string): SaidByFile {
  const found: SaidByFile = { said: [], unread: [], remarks: [] }
  for (const { line, lines } of blocksIn(text, 'VCARD')) {
    try {
      found.said.push(personOnCard(line, propertiesOf(asModernCard(lines))))
    } catch {
      found.unread.push({ line, title: 'Without a name', said: null, reasons: ['This card cannot be read.'] })
    }
  }
  return found
}

type Property = { name: string; group: string; types: string[]; values: unknown[] }

function propertiesOf(card: string): Property[] {
  const [, properties] = ICAL.parse(card) as [
    string,
    [string, Record<string, string | string[]>, string, ...unknown[]][],
  ]
  return properties.map(([name, parameters, , ...values]) => ({
    name,
    group: [parameters['group'] ?? ''].flat().join(''),
    types: [parameters['type'] ?? []].flat().map((type) => type.toLowerCase()),
    values,
  }))
}

function personOnCard(line: number, properties: readonly Property[]): PersonInFile {
  const named = (name: string) => properties.filter((property) => property.name === name)
  const first = (name: string) => textOf(named(name)[0]?.values[0])
  const [lastName = '', firstName = '', middleName = ''] = [named('n')[0]?.values[0] ?? []].flat().map(textOf)
  const labelled = (name: string): LabelledValue[] =>
    named(name)
      .filter(({ types }) => !types.includes('fax') && !types.includes('pager'))
      .map(({ group, types, values }) => ({
        label: labelOf(group, types, properties),
        value: textOf(values[0]).replace(/^(tel|mailto):/i, ''),
      }))
  const company = textsOf(named('org')[0]?.values).join(', ')
  const isCompany = firstName === '' && lastName === '' && first('fn') === company
  return personOf({
    line,
    firstName,
    lastName,
    fullName: isCompany ? '' : first('fn'),
    emails: labelled('email'),
    phones: labelled('tel'),
    notes: [
      ...named('note').flatMap(({ values }) => textsOf(values)),
      ...(middleName === '' ? [] : [`Middle name: ${middleName}`]),
      ...(company === '' ? [] : [`Company: ${company}`]),
      ...kept.flatMap(([name, words]) => {
        // A birthday without a year begins with the place of the year.
        const said = first(name).replace(/^--/, '')
        return said === '' ? [] : [`${words}: ${said}`]
      }),
      ...named('adr').flatMap(({ values }) => {
        const address = textsOf(values).join(', ')
        return address === '' ? [] : [`Address: ${address}`]
      }),
    ],
    tags: named('categories').flatMap(({ values }) => textsOf(values)),
    category: '',
  })
}

/** Kept in the notes. */
const kept = [
  ['title', 'Job title'],
  ['nickname', 'Nickname'],
  ['bday', 'Birthday'],
  ['url', 'Website'],
] as const

/** Apple writes `item1.TEL` and beside it `item1.X-ABLabel:_$!<Work>!$_`. */
function labelOf(group: string, types: readonly string[], properties: readonly Property[]): string {
  const said = properties.find((other) => group !== '' && other.group === group && other.name === 'x-ablabel')
  if (said !== undefined) return textOf(said.values[0]).replaceAll(/^_\$!<|>!\$_$/g, '')
  const telling = types.find((type) => !['internet', 'voice', 'pref', 'x-internet', 'text'].includes(type)) ?? ''
  return telling.charAt(0).toUpperCase() + telling.slice(1)
}

function textsOf(values: unknown): string[] {
  return [values ?? []]
    .flat(3)
    .map(textOf)
    .filter((text) => text !== '')
}

function textOf(value: unknown): string {
  // The library leaves the sign escaped that parts the values of other properties, and Apple's colons.
  if (typeof value === 'string') return value.replaceAll(/\\([;:])/g, '$1').trim()
  return typeof value === 'number' ? String(value) : ''
}

import type { SaidByFile } from '#core/import/plan-import.ts'
import { type LabelledValue, type PersonInFile, personOf } from '#core/import/person-in-file.ts'
import { type Block, blocksIn } from './blocks-in.ts'
import { cardNotes } from './card-notes.ts'
import { cardProperty, type CardProperty } from './card-property.ts'
import { labelOf, textOf, textsOf } from './card-values.ts'
import { contentLines } from './read-content-lines.ts'

/** The people of an address book in vCard 2.1, 3.0 or 4.0, one a card; what cannot be read in a card stops nothing else. */
export function peopleInCards(text: string): SaidByFile {
  const found: SaidByFile = { said: [], unread: [], remarks: [] }
  for (const card of blocksIn(contentLines(text, 'NOTE'), 'VCARD')) {
    try {
      found.said.push(personOnCard(card))
    } catch {
      const title = nameIn(card) || 'Without a name'
      found.unread.push({ line: card.line, title, said: null, reasons: ['This card cannot be read.'] })
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

/** A part of a name, which may have several words of its own in vCard 4.0. */
function wordsOf(value: unknown): string {
  return textsOf(value).join(' ')
}

import { expect, test } from 'vitest'
import { clientsAsVCards } from '#core/domain/clients/client-cards.ts'
import { clientImport } from '#core/import/client-import.ts'
import { judgeFile } from '#core/import/plan-import.ts'
import { peopleInCards } from '#files/people-in-cards.ts'
import { appleContacts, modernCard, oldPhone } from '#tests/support/contact-files.ts'

const lines = (...some: string[]) => some.join('\r\n')

test('Apple’s vCard 3.0 is read with groups, custom labels and a picture', () => {
  const { records: people, unread } = peopleInCards(appleContacts)
  expect(unread).toEqual([])
  expect(people).toEqual([
    {
      line: 1,
      first_name: 'Elena',
      last_name: 'Vasquez',
      email: 'elena@example.com',
      phone_number: '(503) 555-0199',
      notes: [
        'Wants a yard, no stairs\nTwo dogs',
        'Middle name: Maria',
        'Prefix: Dr.',
        'Company: Harbor Dental',
        'Birthday: 1984-03-02',
        'Address: 12 Oak Lane, Apt 3, Salem, OR, 97301, USA',
        'Work email: front@example.com',
        'Home phone: (503) 555-0100',
        'Tags: Sellers, VIP',
      ].join('\n'),
      category: 'Seller',
    },
  ])
})

test('a birthday without a year stays without one, and web addresses are unescaped', () => {
  const card = (version: string, ...some: string[]) =>
    lines('BEGIN:VCARD', `VERSION:${version}`, 'FN:Jo Ng', 'EMAIL:jo@example.com', ...some, 'END:VCARD')
  const apple = card(
    '3.0',
    'BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-02',
    String.raw`item1.URL;type=pref:https\://ng.example`,
  )
  const { records: people } = peopleInCards(lines(apple, card('4.0', 'BDAY:--0302')))
  expect(people.map(({ notes }) => notes)).toEqual(['Birthday: 03-02\nWebsite: https://ng.example', 'Birthday: 03-02'])
})

test('vCard 2.1 of old phones and Outlook is read: bare parameters, quoted-printable, code pages', () => {
  const { records: people } = peopleInCards(oldPhone)
  expect(people).toMatchObject([
    {
      first_name: 'Zoë',
      last_name: 'Müller',
      phone_number: '555 0188 000',
      email: 'zoe@example.com',
      notes: 'Likes cafés\nand a very long line\nWork phone: 555 0142 000\nWork fax: 555 0111 000',
    },
  ])
})

test('vCard 4.0 is read with numbers as URIs and a name in one piece', () => {
  const { records: people } = peopleInCards(modernCard)
  expect(people).toMatchObject([
    { first_name: 'Jo', last_name: 'Ng', phone_number: '+1-503-555-0100', email: 'jo@example.com' },
  ])
})

test('a broken card does not stop the others, and its line is reported', () => {
  const good = lines('BEGIN:VCARD', 'VERSION:3.0', 'FN:Jo Ng', 'EMAIL:jo@example.com', 'END:VCARD')
  const broken = lines('BEGIN:VCARD', 'VERSION:3.0', 'this is no line of a card', 'END:VCARD')
  const cut = (name: string) => lines('BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`)
  const { records: people, unread } = peopleInCards(lines(good, broken, cut('Without End'), good, cut('Cut Off')))
  expect(people.map(({ line, last_name }) => [line, last_name])).toEqual([
    [1, 'Ng'],
    [6, ''],
    [10, 'End'],
    [13, 'Ng'],
    [18, 'Off'],
  ])
  expect(unread).toEqual([])
  expect(people[1]?.notes).toBe('this is no line of a card')
})

test('a note over several unfolded lines is one note', () => {
  const card = (version: string, ...note: string[]) =>
    lines('BEGIN:VCARD', `VERSION:${version}`, 'FN:Jo Ng', ...note, 'EMAIL:jo@example.com', 'END:VCARD')
  expect(
    peopleInCards(card('3.0', 'NOTE:Likes gardens', 'and a quiet street', '', '(call first)')).records,
  ).toMatchObject([{ email: 'jo@example.com', notes: 'Likes gardens\nand a quiet street\n(call first)' }])
  expect(
    peopleInCards(card('2.1', 'NOTE;ENCODING=QUOTED-PRINTABLE:Likes caf=C3=A9s', 'and tea')).records,
  ).toMatchObject([{ email: 'jo@example.com', notes: 'Likes cafés\nand tea' }])
})

test('quoted-printable text that continues past its last line ends with its card', () => {
  const card = lines('BEGIN:VCARD', 'VERSION:2.1', 'N:Ng;Jo', 'NOTE;ENCODING=QUOTED-PRINTABLE:=ZZ tea=', 'END:VCARD')
  expect(peopleInCards(card)).toMatchObject({ records: [{ last_name: 'Ng', notes: '=ZZ tea' }], unread: [] })
})

test('a company is not a client, and its refusal names it', () => {
  const card = (...some: string[]) => lines('BEGIN:VCARD', 'VERSION:3.0', 'FN:Acme Realty', 'ORG:Acme Realty', ...some)
  const { records: said } = peopleInCards(
    lines(card('TEL:503 555 0100', 'END:VCARD'), card('EMAIL:a@example.com', 'END:VCARD')),
  )
  const { records, refused } = judgeFile(clientImport, said, [])
  expect(records).toEqual([])
  expect(refused.map(({ title }) => title)).toEqual(['Acme Realty', 'Acme Realty'])
})

test('exported cards read back the same', () => {
  const client = {
    first_name: 'Jo',
    last_name: 'Ng',
    email: 'jo@example.com',
    phone_number: '+1 503 555 0100',
    category: 'Both' as const,
    notes: 'One; two, three\nfour',
  }
  const { records: people } = peopleInCards(clientsAsVCards([client]))
  expect(people).toEqual([{ ...client, line: 1 }])
})

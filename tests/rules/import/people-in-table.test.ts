import { expect, test } from 'vitest'
import { clientsAsCsv } from '#core/domain/clients/client-cards.ts'
import { csvRows } from '#files/csv-rows.ts'
import { peopleInTable, guessMeanings } from '#core/import/people-in-table.ts'
import { followUpBoss, googleContacts, olderGoogleContacts, outlook } from '#tests/support/contact-files.ts'

function read(text: string) {
  const [first, ...rows] = csvRows(new TextEncoder().encode(text))
  const headings = first?.cells ?? []
  return peopleInTable(headings, rows, guessMeanings(headings))
}

test('Google Contacts: labels and several numbers are read, and the group "myContacts" is ignored', () => {
  expect(read(googleContacts)).toEqual([
    {
      line: 3,
      first_name: 'Elena',
      last_name: 'Vasquez',
      email: 'elena@example.com',
      phone_number: '+1 503-555-0199',
      notes: [
        'Wants a yard,\nno stairs',
        'Organization Name: Harbor Dental',
        'Organization Title: Owner',
        'Birthday: 1984-03-02',
        'Work email: front@example.com',
        'Home phone: (503) 555-0100',
        'Tags: Sellers',
      ].join('\n'),
      category: 'Seller',
    },
  ])
})

test('older Google Contacts: "Given Name", "Group Membership" and several emails in a cell are read', () => {
  const [person] = read(olderGoogleContacts)
  expect(person).toMatchObject({ first_name: 'Jo', last_name: 'Ng', email: 'jo@example.com', category: 'Buyer' })
  expect(person?.notes).toBe('Other email: jo.ng@example.com')
})

test('Outlook: the mobile number comes first, and a fax number is put into the notes', () => {
  const [person] = read(outlook)
  expect(person).toMatchObject({ phone_number: '555-0188 333', category: 'Buyer' })
  expect(person?.notes).toBe(
    'Met at the fair\nCompany: Diaz Roofing\nBusiness Fax: 555-0111\nBusiness phone: 555-0142 222\nTags: VIP',
  )
})

test('Outlook’s blank birthday is no birthday', () => {
  const [person] = read(
    'First Name,Last Name,E-mail Address,Birthday,Notes\nRosa,Diaz,rosa@example.com,0/0/00,Met her\n',
  )
  expect(person?.notes).toBe('Met her')
})

test('Follow Up Boss: stage and tags are stored, and decide who is a seller', () => {
  const [person] = read(followUpBoss)
  expect(person).toMatchObject({
    first_name: 'Amir',
    last_name: 'Haddad',
    phone_number: '9165550101',
    category: 'Both',
  })
  expect(person?.notes).toContain('Tags: Active Client, Seller Lead')
})

test('a full name is split, even with the last name first', () => {
  const people = read(
    'Name;Email;Phone\nMary Ann Lee;mary@example.com;\n"Lee, Mary Ann";mary@example.com;\nCher;cher@example.com;\n',
  )
  expect(people.map(({ first_name, last_name }) => `${first_name}|${last_name}`)).toEqual([
    'Mary Ann|Lee',
    'Mary Ann|Lee',
    '|Cher',
  ])
})

test('an exported table reads back the same, even text that looks like a formula', () => {
  const client = {
    first_name: 'Jo',
    last_name: 'Ng',
    email: 'jo@example.com',
    phone_number: '+1 503 555 0100',
    category: 'Both' as const,
    notes: '=SUM; then\n-5 "off"',
  }
  expect(read(clientsAsCsv([client]))).toEqual([{ ...client, line: expect.any(Number) as number }])
})

test('a column with an unknown heading is put into the notes', () => {
  expect(
    guessMeanings(['First Name', 'Last Name', 'Name', 'Favorite color', 'Phone 1 - Label', 'Business Fax']),
  ).toEqual(['first_name', 'last_name', 'unused', 'noted', 'unused', 'noted'])
})

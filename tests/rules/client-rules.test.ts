import { expect, test } from 'vitest'
import {
  clientInitials,
  clientName,
  matchesClientSearch,
  isInFilter,
  isSameEmail,
  newestFirst,
  pageOf,
} from '#core/domain/clients/client-rules.ts'
import { realtorInitials } from '#core/domain/account/realtor-name.ts'
import type { ClientFilter } from '#core/domain/clients/client-list-search.ts'
import { mailLink, telephoneLink } from '#core/domain/text/contact-links.ts'
import type { ClientCategory } from '#core/contract/client.ts'

const jo = { first_name: 'Jo', last_name: 'Park', email: 'jo.park@mailbox.example', phone_number: '(916) 555-0118' }

test.each([
  ['All', ['Buyer', 'Seller', 'Both']],
  ['Buyers', ['Buyer', 'Both']],
  ['Sellers', ['Seller', 'Both']],
  ['Both', ['Both']],
] as [ClientFilter, ClientCategory[]][])('the filter %s shows %j', (filter, shown) => {
  const categories: ClientCategory[] = ['Buyer', 'Seller', 'Both']
  expect(categories.filter((category) => isInFilter({ category }, filter))).toEqual(shown)
})

test('a client without a category, from another server, is a buyer', () => {
  expect(isInFilter({}, 'Buyers')).toBe(true)
  expect(isInFilter({}, 'Sellers')).toBe(false)
})

test.each(['jo', 'PARK', 'park jo', 'mailbox.example', '0118', '916 555 0118', '(916) 555', '9165550118', '  '])(
  'a client is found by "%s"',
  (search) => expect(matchesClientSearch(jo, search)).toBe(true),
)

test.each(['joe', 'park anna', '0119', '916 555 0119', 'unit 916'])('a client is not found by "%s"', (search) =>
  expect(matchesClientSearch(jo, search)).toBe(false),
)

test('a name is first and last name; either may be missing', () => {
  expect(clientName(jo)).toBe('Jo Park')
  expect(clientName({ first_name: 'Cher', last_name: '' })).toBe('Cher')
  expect(clientInitials(jo)).toBe('JP')
  expect(clientInitials({ first_name: 'élodie', last_name: '' })).toBe('É')
  expect(['Maya de la Torres', ' cher ', ''].map(realtorInitials)).toEqual(['MT', 'C', ''])
})

test('clients are sorted newest first, and one without a date comes first', () => {
  const clients = [
    { key: '1', id: 1, created_at: '2026-10-02T09:00:00Z' },
    { key: '2', id: 2, created_at: '2026-10-02T09:00:00.500Z' },
    { key: '3', id: 3, created_at: '2026-10-02T09:00:00Z' },
    { key: 'local-a' },
  ]
  expect(clients.sort(newestFirst).map(({ key }) => key)).toEqual(['local-a', '2', '3', '1'])
})

test('a page has ten clients, and a page number past the end shows the last page', () => {
  const all = Array.from({ length: 23 }, (_, index) => index)
  expect(pageOf(all, 1)).toEqual({ items: all.slice(0, 10), page: 1, pageCount: 3, total: 23 })
  expect(pageOf(all, 3).items).toEqual([20, 21, 22])
  expect(pageOf(all, 99)).toMatchObject({ page: 3 })
  expect(pageOf(all, -1)).toMatchObject({ page: 1 })
  expect(pageOf([], 4)).toEqual({ items: [], page: 1, pageCount: 1, total: 0 })
})

test('emails that differ only in case and spaces are one person', () => {
  expect(isSameEmail(' Jo.Park@mailbox.example', 'jo.park@MAILBOX.example ')).toBe(true)
  expect(isSameEmail('jo@mailbox.example', 'jo.park@mailbox.example')).toBe(false)
  expect(isSameEmail('', '  ')).toBe(false)
})

test('a phone number is reduced to the digits that a phone can dial', () => {
  expect(telephoneLink('(916) 555-0118')).toBe('tel:9165550118')
  expect(telephoneLink('+1 916 555 0118')).toBe('tel:+19165550118')
  expect(telephoneLink('916 555 0118 ext. 42')).toBe('tel:9165550118;ext=42')
  expect(telephoneLink('916-555-0118 x42')).toBe('tel:9165550118;ext=42')
  expect(telephoneLink('916 555 0118 ext 42 (office)')).toBe('tel:9165550118;ext=42')
  expect(telephoneLink('916-555-0118 x42, front desk')).toBe('tel:9165550118;ext=42')
  expect(telephoneLink('+1 916 555 0118;ext=42')).toBe('tel:+19165550118;ext=42')
  expect(telephoneLink('ask the office')).toBeNull()
  expect(telephoneLink('ask for room 503')).toBeNull()
  expect(mailLink('jo+tour@mailbox.example')).toBe('mailto:jo%2Btour@mailbox.example')
})

test.each([
  ['muller', 'Müller'],
  ['MÜLLER', 'Mu\u0308ller'],
  ['strasse', 'Straße'],
  ["o'neil", 'O’Neil'],
  ['oneil', "O'Neil"],
  ['o’neil', 'ONeil'],
  ['lefevre', 'Lefèvre'],
  ['andré', 'Andre\u0301'],
  ['soren', 'Søren'],
  ['lukasz', 'Łukasz'],
  ['joão', 'Joao'],
])('"%s" finds a client called %s', (search, last_name) => {
  expect(matchesClientSearch({ ...jo, last_name }, search)).toBe(true)
})

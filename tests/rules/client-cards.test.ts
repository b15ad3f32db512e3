import { expect, test } from 'vitest'
import { clientsAsCards, clientsAsTable } from '#core/domain/clients/client-cards.ts'
import type { NewClient } from '#core/contract/client.ts'

const ana = {
  first_name: 'Ana, Maria',
  last_name: 'O’Brien',
  email: 'ana@example.com',
  phone_number: '(916) 555-0127',
  notes: 'Garden; two cars\nSells "first"',
  category: 'Both',
} satisfies Partial<NewClient>

test('clients leave as a table in which nothing is a formula and every text stays in its cell', () => {
  const trick = { ...ana, first_name: '=HYPERLINK("x")', notes: '' }
  for (const sign of ['=', '+', '-', '@'])
    expect(clientsAsTable([{ ...trick, first_name: `${sign}SUM(1)` }])).toContain(`\n'${sign}SUM(1),`)
  expect(clientsAsTable([ana, trick])).toBe(
    '\uFEFFFirst Name,Last Name,Email,Phone Number,Category,Notes\r\n' +
      '"Ana, Maria",O’Brien,ana@example.com,(916) 555-0127,Both,"Garden; two cars\nSells ""first"""\r\n' +
      `"'=HYPERLINK(""x"")",O’Brien,ana@example.com,(916) 555-0127,Both,\r\n`,
  )
})

test('every part of a name stays the part that it is, whatever signs are in it', () => {
  const cards = clientsAsCards([{ ...ana, first_name: 'Ann;Lee', last_name: 'Park; Jr., MD' }])
  expect(cards).toContain('N:Park\\; Jr.\\, MD;Ann\\;Lee;;;\r\n')
})

test('clients leave as cards for an address book, their signs escaped and no line longer than 75 bytes', () => {
  const cards = clientsAsCards([ana, { ...ana, phone_number: '', notes: 'ñ'.repeat(100) }])
  expect(cards).toContain(
    'N:O’Brien;Ana\\, Maria;;;\r\nFN:Ana\\, Maria O’Brien\r\nEMAIL;TYPE=INTERNET:ana@example.com\r\n',
  )
  expect(cards).toContain('NOTE:Garden\\; two cars\\nSells "first"\r\nEND:VCARD\r\n')
  expect(cards.match(/TEL/g)).toHaveLength(1)
  for (const line of cards.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(cards.replaceAll('\r\n ', '')).toContain(`NOTE:${'ñ'.repeat(100)}`)
})

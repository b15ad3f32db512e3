import { expect, test } from 'vitest'
import { clientsAsVCards, clientsAsCsv } from '#core/domain/clients/client-cards.ts'
import type { NewClient } from '#core/contract/client.ts'

const ana = {
  first_name: 'Ana, Maria',
  last_name: 'O’Brien',
  email: 'ana@example.com',
  phone_number: '(916) 555-0127',
  notes: 'Garden; two cars\nSells "first"',
  category: 'Both',
} satisfies Partial<NewClient>

test('clients are exported as a table without formulas, every text in its own cell', () => {
  const trick = { ...ana, first_name: '=HYPERLINK("x")', notes: '' }
  for (const sign of ['=', '+', '-', '@'])
    expect(clientsAsCsv([{ ...trick, first_name: `${sign}SUM(1)` }])).toContain(`\n'${sign}SUM(1),`)
  expect(clientsAsCsv([ana, trick])).toBe(
    '\uFEFFFirst Name,Last Name,Email,Phone Number,Category,Notes\r\n' +
      '"Ana, Maria",O’Brien,ana@example.com,(916) 555-0127,Both,"Garden; two cars\nSells ""first"""\r\n' +
      `"'=HYPERLINK(""x"")",O’Brien,ana@example.com,(916) 555-0127,Both,\r\n`,
  )
})

test('separators in a name do not move its parts', () => {
  const cards = clientsAsVCards([{ ...ana, first_name: 'Ann;Lee', last_name: 'Park; Jr., MD' }])
  expect(cards).toContain('N:Park\\; Jr.\\, MD;Ann\\;Lee;;;\r\n')
})

test('clients are exported as cards with special characters escaped and lines of at most 75 bytes', () => {
  const cards = clientsAsVCards([ana, { ...ana, phone_number: '', notes: 'ñ'.repeat(100) }])
  expect(cards).toContain(
    'N:O’Brien;Ana\\, Maria;;;\r\nFN:Ana\\, Maria O’Brien\r\nEMAIL;TYPE=INTERNET:ana@example.com\r\n',
  )
  expect(cards).toContain('NOTE:Garden\\; two cars\\nSells "first"\r\nEND:VCARD\r\n')
  expect(cards.match(/TEL/g)).toHaveLength(1)
  for (const line of cards.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(cards.replaceAll('\r\n ', '')).toContain(`NOTE:${'ñ'.repeat(100)}`)
})

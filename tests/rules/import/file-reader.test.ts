import { expect, test } from 'vitest'
import { textOf } from '#core/import/imported-records.ts'
import { fileReader } from '#files/file-reader.ts'

const ofClients = { ask: 'read', of: 'clients', today: '2026-11-24', zone: 'America/Los_Angeles' } as const
const bytes = (text: string) => new TextEncoder().encode(text)

function peopleIn(file: Uint8Array) {
  const ask = fileReader()
  const read = ask({ ...ofClients, bytes: file })
  if (read.kind === 'unreadable') return read.reason
  const judged = ask({ ask: 'judge', meanings: read.kind === 'table' ? read.meanings : [], known: [] })
  if (judged.kind !== 'judged') throw new Error(judged.kind)
  return {
    people: judged.records.map(({ record }) =>
      [record['first_name'], record['last_name'], record['email']].map(textOf).join(' '),
    ),
    refused: judged.refused.map(({ line, reasons }) => `${line}: ${reasons.join(' ')}`),
  }
}

const jo = 'Jo Ng jo@example.com'

test.each([
  ['Excel, which says its delimiter first', bytes('sep=;\r\nFirst Name;Last Name;Email\r\nJo;Ng;jo@example.com\r\n')],
  [
    'UTF-16 with its mark',
    Uint8Array.from(Buffer.from('\uFEFFFirst Name\tLast Name\tEmail\nJo\tNg\tjo@example.com', 'utf16le')),
  ],
  ['UTF-16 without one', Uint8Array.from(Buffer.from('First Name,Last Name,Email\nJo,Ng,jo@example.com\n', 'utf16le'))],
  ['an address as mail programs write it', bytes('Name,Email\nJo Ng,Jo Ng <jo@example.com>\n')],
])('a table from %s is read', (_, file) => {
  expect(peopleIn(file)).toEqual({ people: [jo], refused: [] })
})

test('in a table without headings, the first row is a person', () => {
  const ask = fileReader()
  const read = ask({
    ...ofClients,
    bytes: bytes('Jo,Ng,jo@example.com,503 555 0100\nAl,Lee,al@example.com,503 555 0101\n'),
  })
  expect(read).toMatchObject({ kind: 'table', rowCount: 2, meanings: ['unused', 'unused', 'email', 'phone_number'] })
})

test('a column beyond the last heading can be used', () => {
  const read = fileReader()({ ...ofClients, bytes: bytes('First Name,Last Name,Email\nJo,Ng,jo@example.com,VIP\n') })
  expect(read).toMatchObject({
    headings: ['First Name', 'Last Name', 'Email', ''],
    samples: [['Jo'], ['Ng'], ['jo@example.com'], ['VIP']],
  })
})

test('an unclosed quotation mark is reported with the rows that it swallowed', () => {
  const file =
    'First Name,Last Name,Email,Notes\nA,One,a@one.test,"never closed\nB,Two,b@two.test,"x"\nJo,Ng,jo@example.com,\n'
  expect(peopleIn(bytes(file))).toEqual({
    people: [jo],
    refused: [expect.stringContaining('A quotation mark was not closed') as string],
  })
  const last =
    'First Name,Last Name,Email,Notes\nA,One,a@one.test,\nB,Two,b@two.test,"never closed\nJo,Ng,jo@example.com,\n'
  expect(peopleIn(bytes(last))).toBe('A quotation mark after line 2 of this file is not closed. Close it or remove it.')
})

test('the preview shows the start of an overlong cell, and the export for correction all of it', () => {
  const long = 'x'.repeat(50_000)
  const ask = fileReader()
  const read = ask({
    ...ofClients,
    bytes: bytes(`First Name,Last Name,Email,${long}\n${long},Ng,jo@example.com,${long}\n`),
  })
  if (read.kind !== 'table') throw new Error(read.kind)
  for (const shown of [...read.headings, ...read.samples.flat()]) expect(shown.length).toBeLessThanOrEqual(100)
  const judged = ask({ ask: 'judge', meanings: read.meanings, known: [] })
  if (judged.kind !== 'judged') throw new Error(judged.kind)
  const [refused] = judged.refused
  expect(refused?.title).toMatch(/^x{199}…$/)
  expect(refused?.record?.['first_name']).toBe(long)
})

test.each([
  ['a calendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR', 'This file is a calendar.'],
  ['a PDF', '%PDF-1.7 …', 'This is not a text file.'],
  ['a column alone', 'Email\njo@example.com\n', 'No entries found'],
])('the page says why %s cannot be imported', (_, text, words) => {
  expect(peopleIn(bytes(text))).toContain(words)
})

test('the order of days is asked for only if no day of the file shows it, and the answer is used', () => {
  const ask = fileReader()
  const daysOf = (given: Record<string, string>, ...days: string[]) => {
    const file = bytes(['Listing,Platform,Date,Views', ...days.map((day) => `7,zillow,${day},5`)].join('\n'))
    const read = ask({ ...ofClients, of: 'figures', bytes: file })
    if (read.kind !== 'table') throw new Error(read.kind)
    const oak = { key: '7', id: 7, status: 'For Sale', address: '1 Oak St', city: 'Salem', zip_code: '97301' }
    const judged = ask({ ask: 'judge', meanings: read.meanings, known: [], given, listings: [oak] })
    if (judged.kind !== 'judged') throw new Error(judged.kind)
    return [judged.dates, ...judged.records.map(({ record }) => record['date'])]
  }
  expect(daysOf({}, '03/11/2026')).toEqual(['month-first', '2026-03-11'])
  expect(daysOf({ dates: 'day-first' }, '03/11/2026')).toEqual(['day-first', '2026-11-03'])
  expect(daysOf({ dates: 'month-first' }, '03.11.2026')).toEqual(['month-first', '2026-03-11'])
  expect(daysOf({ dates: 'month-first' }, '25/11/2026')).toEqual([null, '2026-11-25'])
  expect(daysOf({ dates: 'day-first' }, '2026-11-03')).toEqual([null, '2026-11-03'])
})

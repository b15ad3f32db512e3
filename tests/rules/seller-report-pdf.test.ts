import { expect, test } from 'vitest'
import type { SellerReport } from '#core/domain/exposure/seller-report.ts'
import { unprintableCharacters, toWinAnsi } from '#features/seller-report/pdf/win-ansi.ts'
import { sellerReportPdf } from '#features/seller-report/pdf/seller-report-pdf.ts'

const trend = { direction: 'up', words: '3 more than the week before' } as const
const sums = [
  { name: 'Views', sum: 1204, trend },
  { name: 'Likes', sum: 31, trend },
  { name: 'Saves', sum: 12, trend },
] as const

const report: SellerReport = {
  address: '41 Lanternwood Ln',
  place: 'Sacramento, CA 95838',
  price: '$412,500',
  status: 'For Sale',
  week: 'Nov 15, 2026 to Nov 21, 2026',
  note: 'Three couples came back for a second look. I suggest that we wait one more week (until the 28th) before we talk about the price.',
  asOf: 'As of Nov 21, 2026, 10:42 AM',
  counts: [
    { name: 'Showings', value: 5, trend },
    { name: 'Open Houses', value: 1, trend },
    { name: 'Visitors', value: 14, trend },
  ],
  exposure: {
    sums: [...sums],
    platforms: [
      { name: 'Zillow', sums: [...sums], views: [210, 180, null, 160, 190, 240, 224] },
      { name: 'Redfin', sums: [...sums], views: [12, 8, 0, 16, 9, 14, 22] },
    ],
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    highest: 240,
    asOf: 'As of Nov 21, 2026, 9:00 AM',
  },
  feedback: '2 showings held · average interest 3.5 of 5 · price: 2 too high',
  withoutOutcome: 0,
  showings: [{ when: 'Today, 10:00 AM', state: 'Held · interest 4 of 5', feedback: 'Loved the garden' }],
  prices: ['Nov 18, 2026: lowered from $425,000 to $412,500', 'Oct 2, 2026: listed'],
  openHouse: 'Sat, Nov 28, 1:00 PM – 3:00 PM',
  agent: 'Ann Lee · License 01234567 · 916 555 0100 · ann@lee.example',
}

/** Characters of the report outside Latin-1, by their code in the file. */
const marks: Record<string, string> = { '\u0093': '“', '\u0094': '”', '\u0095': '•', '\u0096': '–' }

/** Lines as a reader of the file sees them; jsPDF does not compress the text. */
async function linesOf(changes: Partial<SellerReport> = {}) {
  const file = await sellerReportPdf({ ...report, ...changes }, null).arrayBuffer()
  const text = Buffer.from(file)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (code) => marks[code] ?? code)
  const lines = [...text.matchAll(/\((.*)\) Tj/g)].map(([, line = '']) => line.replaceAll(/\\([()\\])/g, '$1'))
  return { lines, pages: [...text.matchAll(/\/Type \/Page\n/g)].length, text }
}

test('the PDF has every word and number of the report, on one page', async () => {
  const { lines, pages, text } = await linesOf()
  const written = lines.join(' ')
  const { note, exposure: _, withoutOutcome: __, counts, showings, prices, ...words } = report
  for (const word of [note, ...Object.values(words), ...prices, ...showings.flatMap((one) => Object.values(one))])
    expect(written).toContain(word)
  for (const { name, value } of counts) expect(written).toContain(`${name} ${value} ${trend.words}`)
  expect(written).toContain('Zillow 1,204 31 12')
  expect(lines.filter((line) => ['210', '224', '–'].includes(line))).toHaveLength(3)
  expect(pages).toBe(1)
  expect(text).toContain('/Title (Seller report: 41 Lanternwood Ln)')
})

test('a week without figures says so', async () => {
  const { lines } = await linesOf({ exposure: null, showings: [], prices: [], note: '', openHouse: '' })
  expect(lines).toContain('No Platform Exposure Data')
  expect(lines).not.toContain('Buyer Feedback')
})

test('text that does not fit on a page continues on the next', async () => {
  const many = Array.from({ length: 60 }, (_, day) => ({
    when: `Showing ${day}`,
    state: 'Held',
    feedback: 'Too small',
  }))
  const { lines, pages } = await linesOf({ showings: many })
  expect(pages).toBeGreaterThan(2)
  for (const { when } of many) expect(lines).toContain(`• ${when} · Held`)
})

test('letters missing in the font lose their accents, and emoji are left out', () => {
  expect(toWinAnsi('Café “Ñandú” – 5 € −2')).toBe('Café “Ñandú” – 5 € –2')
  expect(toWinAnsi('Ngô Thị Mai 😀')).toBe('Ngô Thi Mai ')
  expect(toWinAnsi('李')).toBe('?')
})

test('letters missing in the font are named before the file is made', () => {
  expect(unprintableCharacters('Café “Ñandú” – 5 € −2, Ngô Thị Mai\n“Yes”')).toEqual([])
  expect(unprintableCharacters('Ask 李小龍 👍🏽 → 李 👍')).toEqual(['李', '小', '龍', '👍', '→'])
})

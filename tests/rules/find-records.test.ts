import { expect, test } from 'vitest'
import { parseDay } from '#core/domain/time/calendar-days.ts'
import { searchRecords } from '#core/domain/search/search-records.ts'
import { normalizeSearchText } from '#core/domain/listings/listing-rules.ts'

const today = '2026-11-23'

function record(
  key: string,
  title: string,
  { order = 0, day, more = '' }: { order?: number; day?: string; more?: string } = {},
) {
  return {
    key,
    lead: normalizeSearchText(title),
    order,
    day,
    text: `${normalizeSearchText(title)}\n${normalizeSearchText(more)}`,
  }
}
const keys = (records: ReturnType<typeof record>[], typed: string, limit = 30) =>
  searchRecords(records, typed, today, limit).map(({ key }) => key)

test('matches at the start rank above matches at a word, within a word, and in other text', () => {
  const records = [
    record('mentions', 'Ada Abernathy', { more: 'Looks at 41 Lanternwood' }),
    record('inside', 'Old Blanternwood Rd 41'),
    record('word', '641 North Lanternwood 41'),
    record('begins', '41 Lanternwood Ln'),
  ]
  expect(keys(records, '41 lantern')).toEqual(['begins', 'word', 'inside', 'mentions'])
})

test('every word must match, in any case and order', () => {
  const records = [record('one', '41 Lanternwood Ln', { more: 'Portland, OR' }), record('other', '43 Lanternwood Ln')]
  expect(keys(records, ' LANTERN   portland 41')).toEqual(['one'])
  expect(keys(records, 'lantern salem')).toEqual([])
  expect(keys(records, '  ')).toEqual([])
})

test('equal matches are sorted by kind, then upcoming before past', () => {
  const records = [
    record('over', 'Lane', { order: 2, day: '2026-11-22' }),
    record('later', 'Lane', { order: 2, day: '2026-12-01' }),
    record('soon', 'Lane', { order: 2, day: '2026-11-24' }),
    record('client', 'Lane'),
  ]
  expect(keys(records, 'lane')).toEqual(['client', 'soon', 'over', 'later'])
  expect(keys(records, 'lane', 2)).toEqual(['client', 'soon'])
})

test('a search for one letter sorts only the best of ten thousand homes', () => {
  let comparisons = 0
  const many = Array.from({ length: 10_000 }, (_, index) => {
    // Shuffled, because sorted input needs few comparisons.
    const number = (index * 7919) % 10_000
    const home = record(`${number}`, `${number} Maple Grove Ave`, { more: 'Portland' })
    return Object.defineProperty(home, 'order', { get: () => ((comparisons += 0.5), 0) })
  })
  expect(keys(many, 'm')).toEqual(Array.from({ length: 30 }, (_, index) => `${index}`))
  // One for each home, plus a few hundred in the list; sorting all takes over a hundred thousand.
  expect(comparisons).toBeLessThan(20_000)
})

test.each([
  ['today', '2026-11-23'],
  ['TOM', '2026-11-24'],
  ['wed', '2026-11-25'],
  ['monday', '2026-11-23'],
  ['Nov 25', '2026-11-25'],
  ['november 22', '2027-11-22'],
  ['1/5', '2027-01-05'],
  ['2026-12-24', '2026-12-24'],
])('%s means the day %s', (typed, day) => expect(parseDay(typed, today)).toBe(day))

test.each(['', 'mo', 'nov', '25', 'maple', '2026-13-40', '12/40'])('“%s” is not a day', (typed) =>
  expect(parseDay(typed, today)).toBeUndefined(),
)

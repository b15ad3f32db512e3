import { expect, test } from 'vitest'
import { dayMeant } from '#core/domain/time/calendar-days.ts'
import { findRecords } from '#core/domain/search/find-records.ts'
import { searchWords } from '#core/domain/listings/listing-rules.ts'

const today = '2026-11-23'

function record(
  key: string,
  title: string,
  { order = 0, day, more = '' }: { order?: number; day?: string; more?: string } = {},
) {
  return { key, lead: searchWords(title), order, day, text: `${searchWords(title)}\n${searchWords(more)}` }
}
const keys = (records: ReturnType<typeof record>[], typed: string, limit = 30) =>
  findRecords(records, typed, today, limit).map(({ key }) => key)

test('what begins as typed stands before what has such words, and that before what only mentions them', () => {
  const records = [
    record('mentions', 'Ada Abernathy', { more: 'Looks at 41 Lanternwood' }),
    record('inside', 'Old Blanternwood Rd 41'),
    record('word', '641 North Lanternwood 41'),
    record('begins', '41 Lanternwood Ln'),
  ]
  expect(keys(records, '41 lantern')).toEqual(['begins', 'word', 'inside', 'mentions'])
})

test('every word must be found, whatever the case and order', () => {
  const records = [record('one', '41 Lanternwood Ln', { more: 'Portland, OR' }), record('other', '43 Lanternwood Ln')]
  expect(keys(records, ' LANTERN   portland 41')).toEqual(['one'])
  expect(keys(records, 'lantern salem')).toEqual([])
  expect(keys(records, '  ')).toEqual([])
})

test('among equals kinds keep their order, and what comes next stands before what is over', () => {
  const records = [
    record('over', 'Lane', { order: 2, day: '2026-11-22' }),
    record('later', 'Lane', { order: 2, day: '2026-12-01' }),
    record('soon', 'Lane', { order: 2, day: '2026-11-24' }),
    record('client', 'Lane'),
  ]
  expect(keys(records, 'lane')).toEqual(['client', 'soon', 'over', 'later'])
  expect(keys(records, 'lane', 2)).toEqual(['client', 'soon'])
})

test('among ten thousand homes that one letter finds, only the best are compared with each other', () => {
  let comparisons = 0
  const many = Array.from({ length: 10_000 }, (_, index) => {
    // In no order, which would be sorted with few comparisons.
    const number = (index * 7919) % 10_000
    const home = record(`${number}`, `${number} Maple Grove Ave`, { more: 'Portland' })
    return Object.defineProperty(home, 'order', { get: () => ((comparisons += 0.5), 0) })
  })
  expect(keys(many, 'm')).toEqual(Array.from({ length: 30 }, (_, index) => `${index}`))
  // One for each home, and a few hundred places in the list; sorting them all takes more than a hundred thousand.
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
])('%s means the day %s', (typed, day) => expect(dayMeant(typed, today)).toBe(day))

test.each(['', 'mo', 'nov', '25', 'maple', '2026-13-40', '12/40'])('“%s” means no day', (typed) =>
  expect(dayMeant(typed, today)).toBeUndefined(),
)

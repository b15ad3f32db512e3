import { expect, test } from 'vitest'
import { dateWarning } from '#core/domain/time/calendar-days.ts'

const today = '2026-11-23'

test('a year that is probably mistyped raises a question', () => {
  expect(dateWarning('2002-11-23', today)).toBe('More than a year ago. Is the year right?')
  expect(dateWarning('2025-11-22', today)).toBe('More than a year ago. Is the year right?')
  expect(dateWarning('2062-11-23', today)).toBe('More than two years ahead. Is the year right?')
  expect(dateWarning('2206-11-23', today)).toBe('More than two years ahead. Is the year right?')
})

test('a visit entered late, a plan far ahead, or an unfinished date raises no question', () => {
  for (const date of ['2026-11-20', '2025-11-23', '2028-11-01', '', '0002-01-01']) {
    expect(dateWarning(date, today)).toBeUndefined()
  }
})

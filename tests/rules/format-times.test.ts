import { expect, test } from 'vitest'
import { formatMoment, formatAtMoment } from '#core/format/times.ts'

const now = new Date(2026, 10, 21, 0, 20).getTime()
const at = (year: number, month: number, day: number, hour: number, minute: number) =>
  new Date(year, month - 1, day, hour, minute).getTime()

test('a moment is shown in the shortest clear form', () => {
  expect(formatMoment(at(2026, 11, 21, 0, 5), now)).toBe('12:05 AM')
  expect(formatMoment(at(2026, 11, 20, 23, 59), now)).toBe('yesterday, 11:59 PM')
  expect(formatMoment(at(2026, 10, 2, 10, 42), now)).toBe('Oct 2, 10:42 AM')
  expect(formatMoment(at(2025, 10, 2, 10, 42), now)).toBe('Oct 2, 2025, 10:42 AM')
})

test('a moment is written for use in a sentence', () => {
  expect(formatAtMoment(at(2026, 11, 21, 0, 5), now)).toBe('at 12:05 AM')
  expect(formatAtMoment(at(2026, 11, 20, 23, 59), now)).toBe('yesterday, 11:59 PM')
  expect(formatAtMoment(at(2026, 10, 2, 10, 42), now)).toBe('on Oct 2, 10:42 AM')
})

import { expect, test } from 'vitest'
import { addMonths, gridDays, monthOf, sameDayOf, formatWeek, weekOf } from '#core/domain/time/calendar-days.ts'
import { formatLongDate, formatMonth } from '#core/format/dates.ts'

test('a month is named with its year', () => {
  expect(formatMonth(monthOf('2026-11-21'))).toBe('November 2026')
  expect(formatLongDate('2026-11-21')).toBe('Saturday, November 21, 2026')
})

test('months continue across the end of the year, in both directions', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2027-01', -1)).toBe('2026-12')
  expect(addMonths('2026-11', 14)).toBe('2028-01')
})

test.each([
  ['2026-11', '2026-11-01', '2026-12-05'],
  ['2027-02', '2027-01-31', '2027-03-06'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2027-03', '2027-02-28', '2027-04-03'],
])('the grid of %s runs from %s to %s, in whole weeks starting on Sunday', (month, first, last) => {
  expect(gridDays(month)).toEqual({ first, last })
})

test('a week runs from Sunday to Saturday, and its name has both dates', () => {
  expect(weekOf('2026-11-25')).toEqual([22, 23, 24, 25, 26, 27, 28].map((day) => `2026-11-${day}`))
  expect(weekOf('2026-11-22')[0]).toBe('2026-11-22')
  expect(formatWeek('2026-11-25')).toBe('Nov 22 – 28, 2026')
  expect(formatWeek('2027-01-01')).toBe('Dec 27, 2026 – Jan 2, 2027')
})

test('the same day of a shorter month is its last day', () => {
  expect(sameDayOf('2027-02', '2027-01-31')).toBe('2027-02-28')
  expect(sameDayOf('2028-02', '2027-01-31')).toBe('2028-02-29')
  expect(sameDayOf('2026-12', '2026-11-21')).toBe('2026-12-21')
})

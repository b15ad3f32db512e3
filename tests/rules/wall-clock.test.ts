import { expect, test } from 'vitest'
import { addDays, dateOfInstant, daysBetween, minutesOfDay } from '#core/domain/time/wall-clock.ts'
import { formatDate, formatDateWithYear } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

test('a date is shown with its year only if that is another year', () => {
  expect(formatDate('2026-11-21', '2026-01-01')).toBe('Sat, Nov 21')
  expect(formatDate('2025-11-22', '2026-01-01')).toBe('Sat, Nov 22, 2025')
  expect(formatDateWithYear('2026-11-14')).toBe('Nov 14, 2026')
  expect(formatDate('soon', '2026-01-01')).toBe('soon')
})

test('a time is shown on a 12-hour clock, with or without seconds in the value', () => {
  expect(['00:05', '09:30:00', '12:00', '13:45:10'].map(formatTime)).toEqual([
    '12:05 AM',
    '9:30 AM',
    '12:00 PM',
    '1:45 PM',
  ])
  expect(minutesOfDay('10:45:30')).toBe(645.5)
})

test('days are counted by the calendar, across months, leap days and clock changes', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-08', 1)).toBe('2026-03-09')
  expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2)
  expect(daysBetween('2026-11-02', '2026-10-31')).toBe(-2)
})

test('an instant is on the date of this device’s time zone', () => {
  expect(dateOfInstant(new Date(2026, 10, 21, 23, 59).getTime())).toBe('2026-11-21')
  expect(dateOfInstant(new Date(2026, 10, 22, 0, 1).getTime())).toBe('2026-11-22')
})

import { expect, test } from 'vitest'
import { areHoursOver, dayForNewTour, plannedStart } from '#core/domain/tours/tour-hours.ts'

const today = '2026-11-23'
const at = (hour: number, minute = 0) => ({ today, minutesNow: hour * 60 + minute })
const nineToFive = { tour_date: today, start_time: '09:00:00', end_time: '17:00:00' }

test('a new tour is for today while a visit still fits into its hours, and later for tomorrow', () => {
  expect(dayForNewTour('17:00:00', at(8))).toBe(today)
  expect(dayForNewTour('17:00:00', at(16, 30))).toBe(today)
  expect(dayForNewTour('17:00:00', at(16, 31))).toBe('2026-11-24')
  expect(dayForNewTour('17:00:00', at(22, 20))).toBe('2026-11-24')
})

test('a tour of today is planned from now on, in steps of five minutes', () => {
  expect(plannedStart(nineToFive, at(8, 59))).toBe('09:00:00')
  expect(plannedStart(nineToFive, at(13, 2))).toBe('13:05:00')
  expect(plannedStart(nineToFive, at(13, 5))).toBe('13:05:00')
  expect(plannedStart({ ...nineToFive, tour_date: '2026-11-24' }, at(13, 2))).toBe('09:00:00')
})

test('hours in the past keep their start, so that a completed tour can be entered', () => {
  expect(areHoursOver(nineToFive, at(16, 55))).toBe(false)
  expect(areHoursOver(nineToFive, at(16, 56))).toBe(true)
  expect(plannedStart(nineToFive, at(16, 56))).toBe('09:00:00')
  const yesterday = { ...nineToFive, tour_date: '2026-11-22' }
  expect(areHoursOver(yesterday, at(8))).toBe(true)
  expect(plannedStart(yesterday, at(13))).toBe('09:00:00')
  expect(areHoursOver({ ...nineToFive, tour_date: '2026-11-24' }, at(23))).toBe(false)
})

import { expect, test } from 'vitest'
import { exposureStatsOf, inChartOrder } from '#core/domain/exposure/exposure-charts.ts'
import { isInPastWeek, pastWeekOf, weekBefore } from '#core/domain/time/calendar-days.ts'

test('the past week is today and the six days before it', () => {
  expect(pastWeekOf('2026-11-21')).toEqual({
    start_date: '2026-11-15',
    end_date: '2026-11-21',
    dates: ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'],
  })
})

test.each([
  ['over the end of the year', '2027-01-02', '2026-12-27'],
  ['over a leap day', '2028-03-03', '2028-02-26'],
  ['over the day the clocks go forward', '2026-03-10', '2026-03-04'],
  ['over the day the clocks go back', '2026-11-04', '2026-10-29'],
])('the past week starts six days earlier, even %s', (_, today, start_date) => {
  const week = pastWeekOf(today)
  expect(week.start_date).toBe(start_date)
  expect(new Set(week.dates).size).toBe(7)
})

test('the week before ends on the day before the past week', () => {
  expect(weekBefore('2026-11-21')).toMatchObject({ start_date: '2026-11-08', end_date: '2026-11-14' })
})

test('both edges belong to the week; the days before and after do not', () => {
  const week = pastWeekOf('2026-11-21')
  expect(['2026-11-14', '2026-11-15', '2026-11-21', '2026-11-22'].map((date) => isInPastWeek(date, week))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('platforms are sorted as zillow, redfin, realtor, then the others by name', () => {
  expect(inChartOrder(['trulia', 'realtor', 'homes', 'zillow', 'redfin', 'zillow'])).toEqual([
    'zillow',
    'redfin',
    'realtor',
    'homes',
    'trulia',
  ])
})

test('a missing figure is 0, and days outside the week are left out', () => {
  const dates = ['2026-11-20', '2026-11-21']
  const figures = [
    { platform: 'homes', date: '2026-11-21', views: 5, likes: null, saves: 1 },
    { platform: 'zillow', date: '2026-11-20', views: 9, likes: 0, saves: 3 },
  ]
  expect(exposureStatsOf(figures, dates)).toEqual({
    platforms: ['zillow', 'homes'],
    daily_data: {
      zillow: {
        dates,
        views: [9, 0],
        likes: [0, 0],
        saves: [3, 0],
        recorded: { views: [true, false], likes: [true, false], saves: [true, false] },
      },
      homes: {
        dates,
        views: [0, 5],
        likes: [0, 0],
        saves: [0, 1],
        recorded: { views: [false, true], likes: [false, false], saves: [false, true] },
      },
    },
  })
  expect(exposureStatsOf([], dates)).toEqual({ platforms: [], daily_data: {} })
})

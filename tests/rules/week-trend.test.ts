import { expect, test } from 'vitest'
import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import { exposureTrend, trendOf } from '#core/domain/exposure/week-trend.ts'

function aWeek(views: number[], isRecorded = views.map(() => true)): DailyExposure {
  const none = views.map(() => 0)
  const recorded = { views: isRecorded, likes: isRecorded, saves: isRecorded }
  return { dates: views.map((_, day) => `2026-11-${15 + day}`), views, likes: none, saves: none, recorded }
}

test('a week is compared with the one before in words', () => {
  expect(trendOf(14, 12)).toEqual({ direction: 'up', words: '2 more than the week before' })
  expect(trendOf(150, 200)).toEqual({ direction: 'down', words: '50 fewer than the week before (−25%)' })
  expect(trendOf(1230, 20)).toEqual({ direction: 'up', words: '1,210 more than the week before (+6050%)' })
  expect(trendOf(3, 3)).toEqual({ direction: 'same', words: 'same as the week before' })
  expect(trendOf(0, 0)).toEqual({ direction: 'same', words: 'same as the week before' })
})

test('without figures for last week there is no comparison', () => {
  const none = { direction: 'unknown', words: 'no figures for the week before' }
  expect(exposureTrend([aWeek([4, 5])], [undefined], 'Views')).toEqual(none)
  expect(exposureTrend([aWeek([4, 5])], [aWeek([0, 0], [false, false])], 'Views')).toEqual(none)
  expect(exposureTrend([], [], 'Views')).toEqual(none)
})

test('only days with figures in both weeks are compared, and the text says so', () => {
  const whole = aWeek([10, 20, 30])
  expect(exposureTrend([whole], [aWeek([5, 20, 20])], 'Views')).toEqual({
    direction: 'up',
    words: '15 more than the week before (+33%)',
  })
  expect(exposureTrend([whole], [aWeek([5, 0, 20], [true, false, true])], 'Views').words).toBe(
    '15 more than the week before (+60%), by the days with figures in both',
  )
  // Today has no figure yet, which is not a decrease.
  expect(exposureTrend([aWeek([10, 20, 0], [true, true, false])], [aWeek([10, 15, 90])], 'Views').words).toBe(
    '5 more than the week before (+20%)',
  )
})

test('platforms are compared each with itself, then together', () => {
  const now = [aWeek([10, 10]), aWeek([7, 7])]
  expect(exposureTrend(now, [aWeek([8, 10]), undefined], 'Views').words).toBe(
    '2 more than the week before, by the days with figures in both',
  )
})

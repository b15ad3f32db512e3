import { expect, test } from 'vitest'
import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import { exposureStatsOf } from '#core/domain/exposure/exposure-charts.ts'
import { figuresOf } from '#core/domain/exposure/exposure-words.ts'
import { pastWeekOf, weekBefore } from '#core/domain/time/calendar-days.ts'
import { withUnsentExposure } from '#core/domain/exposure/unsent-exposure.ts'

const today = '2026-11-21'
const zillow = { platform: 'zillow', date: today, views: 40, likes: 3, saves: null }

const weekOf = ({ dates, ...period }: ReturnType<typeof pastWeekOf>, figures: (typeof zillow)[]) => ({
  period,
  statistics: {
    showings_count: 0,
    open_houses_count: 0,
    visitors_count: 0,
    exposure_stats: exposureStatsOf(figures, dates),
  },
})

const dashboard: ListingDashboard = {
  listing_address: '1 Main St',
  ...weekOf(pastWeekOf(today), [zillow]),
  previous: weekOf(weekBefore(today), []),
}

test('unsent figures are shown on their day, and leave other figures unchanged', () => {
  const { statistics, previous } = withUnsentExposure(dashboard, [
    { platform: 'zillow', date: today, views: 52 },
    { platform: 'redfin', date: '2026-11-14', views: 7, likes: null, saves: 1 },
    { platform: 'redfin', date: '2026-10-01', views: 99 },
  ])
  const week = statistics.exposure_stats
  expect(week.platforms).toEqual(['zillow'])
  const lines = (['Views', 'Likes', 'Saves'] as const).map((series) =>
    figuresOf(week.daily_data['zillow']!, series).at(-1),
  )
  expect(lines).toEqual([52, 3, null])
  const before = previous?.statistics.exposure_stats
  expect(before?.platforms).toEqual(['redfin'])
  expect(figuresOf(before!.daily_data['redfin']!, 'Views')).toEqual([null, null, null, null, null, null, 7])
})

test('without unsent figures the server’s copy is shown unchanged', () => {
  expect(withUnsentExposure(dashboard, [])).toBe(dashboard)
})

import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import { type ExposureSeries, figuresOf } from './exposure-words.ts'
import { formatNumber } from '#core/format/numbers.ts'

/** A comparison with the week before. `words` say everything, also without the color or arrow that shows `direction`. */
export type Trend = { direction: 'up' | 'down' | 'same' | 'unknown'; words: string }

export const noTrend: Trend = { direction: 'unknown', words: 'no figures for the week before' }

export const newThisWeek: Trend = { direction: 'unknown', words: 'listed this week' }

/** "12 more than the week before (+9%)"; if `before` is below 20, without a percentage, which would exaggerate. */
export function trendOf(now: number, before: number): Trend {
  const change = now - before
  if (change === 0) return { direction: 'same', words: 'same as the week before' }
  const share = before < 20 ? '' : ` (${change > 0 ? '+' : '−'}${Math.round((Math.abs(change) * 100) / before)}%)`
  const words = `${formatNumber(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than the week before${share}`
  return { direction: change > 0 ? 'up' : 'down', words }
}

/** Compares each platform's week with the week before (`before`), only by weekdays with a figure in both: a missing figure does not mean 0. */
export function exposureTrend(
  platforms: readonly DailyExposure[],
  before: readonly (DailyExposure | undefined)[],
  series: ExposureSeries,
): Trend {
  const pairs = platforms.flatMap((daily, index) => {
    const earlier = before[index]
    const figures = earlier === undefined ? [] : figuresOf(earlier, series)
    return figuresOf(daily, series).flatMap((figure, day) => {
      const previous = figures[day] ?? null
      return figure === null || previous === null ? [] : [{ figure, previous }]
    })
  })
  if (pairs.length === 0) return noTrend
  const sum = (of: 'figure' | 'previous') => pairs.reduce((total, pair) => total + pair[of], 0)
  const trend = trendOf(sum('figure'), sum('previous'))
  const recorded = platforms.flatMap((daily) => figuresOf(daily, series)).filter((figure) => figure !== null).length
  if (pairs.length === recorded) return trend
  return { ...trend, words: `${trend.words}, by the ${pairs.length === 1 ? 'day' : 'days'} with figures in both` }
}

import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatNumber } from '#core/format/numbers.ts'

export const exposureSeries = ['Views', 'Likes', 'Saves'] as const
export type ExposureSeries = (typeof exposureSeries)[number]

/** One series, earliest day first; null where nothing is recorded. */
export function figuresOf(daily: DailyExposure, series: ExposureSeries): (number | null)[] {
  const name = series.toLowerCase() as Lowercase<ExposureSeries>
  // Another server may send shorter lists; a missing figure is 0.
  return daily.dates.map((_, day) => (daily.recorded?.[name][day] === false ? null : (daily[name][day] ?? 0)))
}

export function sumOf(figures: readonly (number | null)[]): number {
  return figures.reduce<number>((sum, figure) => sum + (figure ?? 0), 0)
}

export function platformName(platform: string): string {
  return platform.replaceAll(/(^|\s)(\p{Ll})/gu, (match) => match.toUpperCase())
}

/** "Nov 20, Zillow: 74 views, 14 likes"; a cleared count is "no views". The year is added if it is not the year of `today`. */
export function formatExposureFigure({ platform, date, ...counts }: ExposureFigure, today = date): string {
  const parts = exposureSeries.flatMap((series) => {
    const name = series.toLowerCase() as Lowercase<ExposureSeries>
    const count = counts[name]
    if (count === undefined) return []
    return [`${count === null ? 'no' : formatNumber(count)} ${count === 1 ? name.slice(0, -1) : name}`]
  })
  return `${formatDate(date, today)}, ${platformName(platform)}: ${parts.join(', ')}`
}

/** "Zillow: Views rose from 38 to 74 over 7 days, Likes …": a chart for screen readers. */
export function formatExposureChart(platform: string, daily: DailyExposure): string {
  const lines = exposureSeries.map((series) => `${series} ${trendInWords(figuresOf(daily, series))}`)
  const [first = '', ...others] = lines
  return `${platformName(platform)}: ${[`${first} over ${daily.dates.length} days`, ...others].join(', ')}.`
}

function trendInWords(figures: readonly (number | null)[]): string {
  const recorded = figures.filter((figure) => figure !== null)
  const from = recorded[0] ?? 0
  const to = recorded.at(-1) ?? 0
  if (from === to) return `began and ended at ${from}`
  return `${to > from ? 'rose' : 'fell'} from ${from} to ${to}`
}

/** Five evenly spaced axis marks from zero, in the smallest round step with which the last one reaches `highest`. */
export function axisMarks(highest: number): number[] {
  const step = roundStep(Math.max(1, highest / 4))
  return [0, 1, 2, 3, 4].map((mark) => mark * step)
}

/** The first of 1, 2, 5, 10, 20, 50 … that is not below `least`. */
function roundStep(least: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((one) => one * magnitude >= least) ?? 10
  return factor * magnitude
}

import type { ExposureFigure } from '../contract/exposure.ts'
import type { DailyExposure } from '../contract/listing-dashboard.ts'

const firstPlatforms = ['zillow', 'redfin', 'realtor']

/** The order of the charts: zillow, redfin, realtor, then others by name. */
export function inChartOrder(platforms: Iterable<string>): string[] {
  const rank = (name: string) => (firstPlatforms.includes(name) ? firstPlatforms.indexOf(name) : firstPlatforms.length)
  return [...new Set(platforms)].sort(
    (one, other) => rank(one) - rank(other) || (one < other ? -1 : Number(one > other)),
  )
}

/** The figures of some days as the charts want them; a day without figures is 0. */
export function exposureStatsOf(
  figures: readonly ExposureFigure[],
  dates: readonly string[],
): { platforms: string[]; daily_data: Record<string, DailyExposure> } {
  const platforms = inChartOrder(figures.map(({ platform }) => platform))
  const daily = platforms.map((platform): [string, DailyExposure] => {
    const byDate = new Map(figures.filter((one) => one.platform === platform).map((one) => [one.date, one]))
    const days = (read: (figure: ExposureFigure) => number) =>
      dates.map((date) => {
        const figure = byDate.get(date)
        return figure === undefined ? 0 : read(figure)
      })
    return [
      platform,
      {
        dates: [...dates],
        views: days(({ views }) => views),
        likes: days(({ likes }) => likes),
        saves: days(({ saves }) => saves),
        known: dates.map((date) => byDate.has(date)),
      },
    ]
  })
  return { platforms, daily_data: Object.fromEntries(daily) }
}

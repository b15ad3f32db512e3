import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { DailyExposure } from '#core/contract/listing-dashboard.ts'

/** Platforms that the form for figures always offers, and that headings of imported files may contain. */
export const usualPlatforms = ['zillow', 'redfin', 'realtor', 'homes', 'trulia']

const firstPlatforms = ['zillow', 'redfin', 'realtor']

/** Returns the platforms without duplicates: `firstPlatforms` first, then the others by name. */
export function inChartOrder(platforms: Iterable<string>): string[] {
  const rank = (name: string) => (firstPlatforms.includes(name) ? firstPlatforms.indexOf(name) : firstPlatforms.length)
  return [...new Set(platforms)].sort(
    (one, other) => rank(one) - rank(other) || (one < other ? -1 : Number(one > other)),
  )
}

/** The figures as the charts expect them; a missing one is 0, with false in `recorded`. */
export function exposureStatsOf(
  figures: readonly ExposureFigure[],
  dates: readonly string[],
): { platforms: string[]; daily_data: Record<string, DailyExposure> } {
  const platforms = inChartOrder(figures.map(({ platform }) => platform))
  const daily = platforms.map((platform): [string, DailyExposure] => {
    const byDate = new Map(figures.filter((one) => one.platform === platform).map((one) => [one.date, one]))
    const days = (name: 'views' | 'likes' | 'saves') => dates.map((date) => byDate.get(date)?.[name] ?? null)
    const [views, likes, saves] = [days('views'), days('likes'), days('saves')]
    const recorded = { views: views.map(isRecorded), likes: likes.map(isRecorded), saves: saves.map(isRecorded) }
    return [
      platform,
      { dates: [...dates], views: views.map(orZero), likes: likes.map(orZero), saves: saves.map(orZero), recorded },
    ]
  })
  return { platforms, daily_data: Object.fromEntries(daily) }
}

function isRecorded(figure: number | null): boolean {
  return figure !== null
}

function orZero(figure: number | null): number {
  return figure ?? 0
}

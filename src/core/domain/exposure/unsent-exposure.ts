import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import { exposureStatsOf } from './exposure-charts.ts'
import { figuresOf } from './exposure-words.ts'
import { pastWeekOf } from '#core/domain/time/calendar-days.ts'

type Week = Pick<ListingDashboard, 'period' | 'statistics'>

/** Returns the server's dashboard with newer figures from this device. A count that is missing in `unsent` has not changed. */
export function withUnsentExposure(dashboard: ListingDashboard, unsent: readonly ExposureFigure[]): ListingDashboard {
  if (unsent.length === 0) return dashboard
  const { previous } = dashboard
  return {
    ...dashboard,
    ...weekWith(dashboard, unsent),
    ...(previous === null || previous === undefined ? {} : { previous: weekWith(previous, unsent) }),
  }
}

function weekWith<SomeWeek extends Week>(week: SomeWeek, unsent: readonly ExposureFigure[]): SomeWeek {
  const { dates } = pastWeekOf(week.period.end_date)
  const figures = new Map(recordedIn(week).map((figure) => [dayAndPlatform(figure), figure]))
  for (const { platform, date, ...counts } of unsent) {
    if (!dates.includes(date)) continue
    const known = figures.get(dayAndPlatform({ platform, date }))
    const changed = Object.entries(counts).filter(([, count]) => count !== undefined)
    figures.set(dayAndPlatform({ platform, date }), { ...known, platform, date, ...Object.fromEntries(changed) })
  }
  return { ...week, statistics: { ...week.statistics, exposure_stats: exposureStatsOf([...figures.values()], dates) } }
}

function recordedIn({ statistics: { exposure_stats } }: Week): ExposureFigure[] {
  return Object.entries(exposure_stats.daily_data).flatMap(([platform, daily]) => {
    const [views, likes, saves] = [figuresOf(daily, 'Views'), figuresOf(daily, 'Likes'), figuresOf(daily, 'Saves')]
    return daily.dates.map((date, day) => {
      return { platform, date, views: views[day] ?? null, likes: likes[day] ?? null, saves: saves[day] ?? null }
    })
  })
}

function dayAndPlatform({ platform, date }: { platform: string; date: string }): string {
  return `${date} ${platform}`
}

import { lazy, Suspense } from 'react'
import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import { inChartOrder } from '#core/domain/exposure-charts.ts'
import { exposureSeries, figuresOf, platformName, sumOf } from '#core/domain/exposure-words.ts'
import { daysBetween } from '#core/domain/wall-clock.ts'
import type { DashboardCopy } from '#storage/listing-dashboard-copies.ts'
import { Banner } from '#ui/banner.tsx'
import { Card } from '#ui/card.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FiguresTable } from '#ui/figures-table.tsx'
import { ChartLineIcon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { WeekRefresh } from './listing-week-queries.ts'
import styles from './platform-exposure.module.css'

// The chart library is larger than the rest of the page; the numbers do not wait for it.
const ExposureChart = lazy(async () => ({ default: (await import('./exposure-chart.tsx')).ExposureChart }))

type PlatformExposureProps = {
  copy: DashboardCopy | null
  asOf: string | null
  refresh: WeekRefresh
}

/** How often the listing was seen elsewhere: a chart and a table for each platform. */
export function PlatformExposure({ copy, asOf, refresh }: PlatformExposureProps) {
  const exposure = copy?.dashboard.statistics.exposure_stats
  const platforms = inChartOrder(exposure?.platforms ?? []).flatMap((platform) => {
    const daily = exposure?.daily_data[platform]
    return daily === undefined ? [] : [{ platform, daily }]
  })
  return (
    <section className={styles.section} aria-labelledby="platform-exposure">
      <div className={styles.head}>
        <h2 id="platform-exposure">Platform Exposure</h2>
        {asOf !== null && <p className={styles.asOf}>{asOf}</p>}
      </div>
      {copy === null && typeof refresh === 'object' && (
        <Banner tone="danger" role="alert">
          {refresh.failed}
        </Banner>
      )}
      {copy === null && refresh === 'asking' && <Skeleton height={280} />}
      {platforms.length === 0 && (copy !== null || refresh === 'asked') && (
        <EmptyState icon={<ChartLineIcon />} title="No Platform Exposure Data">
          {copy === null
            ? 'The figures come from the server and have not reached this device yet.'
            : 'Nobody has told of views, likes or saves in this week.'}
        </EmptyState>
      )}
      <div className={styles.charts}>
        {platforms.map(({ platform, daily }) => (
          <Platform key={platform} platform={platform} daily={daily} />
        ))}
      </div>
    </section>
  )
}

function Platform({ platform, daily }: { platform: string; daily: DailyExposure }) {
  const views = sumOf(figuresOf(daily, 'Views'))
  return (
    <Card element="article" aria-label={platformName(platform)}>
      <div className={styles.platformHead}>
        <h3>{platformName(platform)}</h3>
        <p className={styles.sum}>{views === 1 ? '1 view' : `${views.toLocaleString('en-US')} views`}</p>
      </div>
      <div className={styles.chart}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <ExposureChart platform={platform} daily={daily} />
        </Suspense>
      </div>
      <FiguresTable
        label={`${platformName(platform)} by day`}
        columns={columns}
        rows={daysOf(daily)}
        rowKey={({ daysAgo }) => daysAgo}
      />
    </Card>
  )
}

type Day = { daysAgo: number; figures: Record<(typeof exposureSeries)[number], number> }

/** One row a day, the earliest first. */
function daysOf(daily: DailyExposure): Day[] {
  const last = daily.dates.at(-1) ?? ''
  const [views, likes, saves] = exposureSeries.map((series) => figuresOf(daily, series))
  return daily.dates.map((date, index) => ({
    daysAgo: daysBetween(date, last),
    figures: { Views: views?.[index] ?? 0, Likes: likes?.[index] ?? 0, Saves: saves?.[index] ?? 0 },
  }))
}

const columns: TableColumn<Day>[] = [
  { header: 'Days Ago', phone: 'lead', cell: ({ daysAgo }) => daysAgo },
  ...exposureSeries.map((series): TableColumn<Day> => {
    return { header: series, phone: 'lead', align: 'end', cell: ({ figures }) => figures[series] }
  }),
]

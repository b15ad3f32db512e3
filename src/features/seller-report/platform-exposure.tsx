import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import { inChartOrder } from '#core/domain/exposure/exposure-charts.ts'
import { exposureSeries, figuresOf, platformName, sumOf } from '#core/domain/exposure/exposure-words.ts'
import { figureText } from '#core/domain/listings/listing-display.ts'
import { daysBetween } from '#core/domain/time/wall-clock.ts'
import { exposureTrend } from '#core/domain/exposure/week-trend.ts'
import type { DashboardCopy } from '#storage/reading/listing-dashboard-copies.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import { EmptyState, Skeleton } from '#ui/lists/placeholders.tsx'
import { FiguresTable } from '#ui/lists/figures-table.tsx'
import { ChartLineIcon } from '#ui/icons/icon.tsx'
import type { WeekRefresh } from './listing-week-queries.ts'
import { TrendWords } from './listing-week-cards.tsx'
import { UnsentFigures } from './unsent-figures.tsx'
import styles from './platform-exposure.module.css'
import { formatCount } from '#core/format/numbers.ts'

// The chart library is larger than the rest of the page, so the numbers do not wait for it.
const ExposureChart = lazy(async () => ({ default: (await import('./exposure-chart.tsx')).ExposureChart }))

type PlatformExposureProps = {
  copy: DashboardCopy | null
  /** Shown beside the heading: when `copy` was fetched. */
  asOf: string | null
  /** `asked`: the request for `copy` has ended, or cannot succeed now. */
  refresh: WeekRefresh
  listing: LocalKey
  unsent: readonly Operation[]
  /** Opens the form for figures; undefined if the server does not store them. */
  onEnter: (() => void) | undefined
}

export function PlatformExposure({ copy, asOf, refresh, listing, unsent, onEnter }: PlatformExposureProps) {
  const exposure = copy?.dashboard.statistics.exposure_stats
  const before = copy?.dashboard.previous?.statistics.exposure_stats.daily_data
  const platforms = inChartOrder(exposure?.platforms ?? []).flatMap((platform) => {
    const daily = exposure?.daily_data[platform]
    return daily === undefined ? [] : [{ platform, daily }]
  })
  const highest = Math.max(
    0,
    ...platforms.flatMap(({ daily }) =>
      exposureSeries.flatMap((one) => figuresOf(daily, one).map((figure) => figure ?? 0)),
    ),
  )
  const enterButtons = onEnter !== undefined && (
    <span className={styles.ways}>
      <Button onClick={onEnter}>Enter Figures</Button>
      <Link to="/figures/import" search={{ listing }} className={buttonClass()}>
        Import Figures
      </Link>
    </span>
  )
  return (
    <section className={styles.section} aria-labelledby="platform-exposure">
      <div className={styles.head}>
        <h2 id="platform-exposure">Platform Exposure</h2>
        {asOf !== null && <p className={styles.asOf}>{asOf}</p>}
        {platforms.length > 0 && enterButtons}
      </div>
      <UnsentFigures unsent={unsent} />
      {copy === null && typeof refresh === 'object' && (
        <Banner tone="danger" role="alert">
          {refresh.failed}
        </Banner>
      )}
      {copy === null && refresh === 'asking' && <Skeleton height={280} />}
      {platforms.length === 0 && (copy !== null || refresh === 'asked') && (
        <EmptyState icon={<ChartLineIcon />} title="No Platform Exposure Data" action={enterButtons}>
          {copy === null
            ? 'The figures come from the server and have not reached this device yet.'
            : 'Copy this week’s views, likes and saves from Zillow, Redfin or Realtor.com.'}
        </EmptyState>
      )}
      <div className={styles.charts}>
        {platforms.map(({ platform, daily }) => (
          <Platform key={platform} platform={platform} daily={daily} before={before?.[platform]} highest={highest} />
        ))}
      </div>
    </section>
  )
}

type PlatformProps = {
  platform: string
  daily: DailyExposure
  /** The figures of the week before. */
  before: DailyExposure | undefined
  /** The highest figure on any platform: all charts use the same axis. */
  highest: number
}

function Platform({ platform, daily, before, highest }: PlatformProps) {
  const views = sumOf(figuresOf(daily, 'Views'))
  return (
    <Card element="article" aria-label={platformName(platform)}>
      <div className={styles.platformHead}>
        <h3>{platformName(platform)}</h3>
        <p className={styles.sum}>
          {formatCount(views, 'view')} <TrendWords trend={exposureTrend([daily], [before], 'Views')} />
        </p>
      </div>
      <div className={styles.chart}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <ExposureChart platform={platform} daily={daily} highest={highest} />
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

type Day = { daysAgo: number; figures: Record<(typeof exposureSeries)[number], number | null> }

function daysOf(daily: DailyExposure): Day[] {
  const last = daily.dates.at(-1) ?? ''
  const [views, likes, saves] = exposureSeries.map((series) => figuresOf(daily, series))
  return daily.dates.map((date, index) => ({
    daysAgo: daysBetween(date, last),
    figures: { Views: views?.[index] ?? null, Likes: likes?.[index] ?? null, Saves: saves?.[index] ?? null },
  }))
}

/** `phone` is a cell's position on a phone, where each row is a block. */
const columns: TableColumn<Day>[] = [
  { header: 'Days Ago', phone: 'lead', cell: ({ daysAgo }) => daysAgo },
  ...exposureSeries.map((series): TableColumn<Day> => {
    return { header: series, phone: 'lead', align: 'end', cell: ({ figures }) => figureText(figures[series]) }
  }),
]

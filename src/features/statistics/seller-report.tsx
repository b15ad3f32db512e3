import type { DailyExposure } from '#core/contract/listing-dashboard.ts'
import { inChartOrder } from '#core/domain/exposure-charts.ts'
import { exposureSeries, figuresOf, platformName, sumOf } from '#core/domain/exposure-words.ts'
import { knownNumber } from '#core/domain/known-number.ts'
import { shownStatus } from '#core/domain/listing-rules.ts'
import { dollars } from '#core/domain/money.ts'
import { placeText } from '#core/domain/property-display.ts'
import type { ShowingFeedback } from '#core/domain/showing-feedback.ts'
import { fullDateInWords } from '#core/domain/wall-clock.ts'
import { PrintSheet } from '#ui/print-sheet.tsx'
import { FeedbackLines } from './buyer-feedback.tsx'
import type { ListingWeek, WeekCounts } from './listing-week-queries.ts'
import styles from './seller-report.module.css'

type SellerReportProps = {
  week: ListingWeek
  counts: WeekCounts
  feedback: ShowingFeedback | null
  asOf: string | null
}

/** The week on one sheet of paper, for the seller. */
export function SellerReport({ week, counts, feedback, asOf }: SellerReportProps) {
  const { listing, period, copy } = week
  const { platforms = [], daily_data = {} } = copy?.dashboard.statistics.exposure_stats ?? {}
  const { realtor } = listing
  return (
    <PrintSheet label="Seller report" className={styles.report}>
      <header>
        <p>Seller report</p>
        <h1>{listing.property.address}</h1>
        <p>{placeText(listing.property)}</p>
        <p>
          {dollars(knownNumber(listing.listing_price) ?? 0)} · {shownStatus(listing.status)}
        </p>
        <p>
          {fullDateInWords(period.start_date)} to {fullDateInWords(period.end_date)}
        </p>
      </header>
      <dl className={styles.counts}>
        <Count name="Showings" value={counts.showings} />
        <Count name="Open Houses" value={counts.openHouses} />
        <Count name="Visitors" value={counts.visitors} />
      </dl>
      {feedback !== null && feedback.summary !== null && (
        <>
          <h2>Buyer Feedback</h2>
          <FeedbackLines feedback={feedback} />
        </>
      )}
      <h2>Platform Exposure</h2>
      {platforms.length === 0 ? (
        <p>No Platform Exposure Data</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Platform</th>
              {exposureSeries.map((series) => (
                <th key={series} scope="col">
                  {series}
                </th>
              ))}
              <th scope="col">Views by day</th>
            </tr>
          </thead>
          <tbody>
            {inChartOrder(platforms).map((platform) => (
              <Platform key={platform} platform={platform} daily={daily_data[platform]} />
            ))}
          </tbody>
        </table>
      )}
      {asOf !== null && platforms.length > 0 && <p className={styles.asOf}>{asOf}</p>}
      {realtor !== null && realtor !== undefined && (
        <footer>{[realtor.name, realtor.phone, realtor.email].filter(Boolean).join(' · ')}</footer>
      )}
    </PrintSheet>
  )
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Platform({ platform, daily }: { platform: string; daily: DailyExposure | undefined }) {
  if (daily === undefined) return null
  return (
    <tr>
      <th scope="row">{platformName(platform)}</th>
      {exposureSeries.map((series) => (
        <td key={series}>{sumOf(figuresOf(daily, series)).toLocaleString('en-US')}</td>
      ))}
      <td>
        <Bars figures={figuresOf(daily, 'Views')} />
      </td>
    </tr>
  )
}

const barWidth = 16
const barHeight = 32

/** A bar for each day, in ink, so that every printer shows it. */
function Bars({ figures }: { figures: readonly number[] }) {
  const highest = Math.max(...figures, 1)
  const bars = figures.map((figure, day) => {
    const height = (figure / highest) * barHeight
    return `M${day * barWidth} ${barHeight}v${-height}h${barWidth - 4}v${height}z`
  })
  return (
    <svg width={figures.length * barWidth} height={barHeight} aria-hidden>
      <path d={bars.join('')} fill="currentColor" />
    </svg>
  )
}

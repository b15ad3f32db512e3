import type { ReactNode, RefObject } from 'react'
import type { SellerReport as Report } from '#core/domain/exposure/seller-report.ts'
import { PrintSheet } from '#ui/layout/print-sheet.tsx'
import { FeedbackLines, TrendWords } from './listing-week-cards.tsx'
import styles from './seller-report.module.css'
import { formatNumber } from '#core/format/numbers.ts'

type SellerReportProps = {
  report: Report
  photo: ReactNode
  /** The element around the photo, from which the shared PDF takes the image. */
  photoRef: RefObject<HTMLDivElement | null>
}

/** The printed seller report; the screen does not show it. */
export function SellerReport({ report, photo, photoRef }: SellerReportProps) {
  const { exposure, prices, openHouse } = report
  return (
    <PrintSheet label="Seller report" className={styles.report}>
      <Head report={report} photo={photo} photoRef={photoRef} />
      {report.note !== '' && <p className={styles.note}>{report.note}</p>}
      <dl className={styles.counts}>
        {report.counts.map(({ name, value, trend }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            <dd className={styles.trend}>
              <TrendWords trend={trend} />
            </dd>
          </div>
        ))}
      </dl>
      {report.showings.length > 0 && (
        <section>
          <h2>Buyer Feedback</h2>
          <FeedbackLines report={report} />
        </section>
      )}
      <section>
        <h2>Platform Exposure</h2>
        {exposure === null ? <p>No Platform Exposure Data</p> : <Exposure exposure={exposure} />}
      </section>
      {openHouse !== '' && (
        <section>
          <h2>Next Open House</h2>
          <p>{openHouse}</p>
        </section>
      )}
      {prices.length > 0 && (
        <section>
          <h2>Price History</h2>
          <ul>
            {prices.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      <footer>
        {report.agent !== '' && <p>{report.agent}</p>}
        <p className={styles.small}>{report.asOf}</p>
      </footer>
    </PrintSheet>
  )
}

function Head({ report, photo, photoRef }: SellerReportProps) {
  return (
    <header className={styles.head}>
      <div>
        <p>Seller report</p>
        <h1>{report.address}</h1>
        <p>{report.place}</p>
        <p className={styles.price}>
          {report.price} · {report.status}
        </p>
        <p>{report.week}</p>
      </div>
      <div className={styles.photo} ref={photoRef}>
        {photo}
      </div>
    </header>
  )
}

type Exposure = NonNullable<Report['exposure']>

function Exposure({ exposure }: { exposure: Exposure }) {
  const { platforms, sums, weekdays, highest } = exposure
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Platform</th>
            {sums.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Views by day</th>
          </tr>
        </thead>
        <tbody>
          {platforms.map(({ name, sums: ofPlatform, views }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <Sums sums={ofPlatform} />
              <td>
                <Bars figures={views} weekdays={weekdays} highest={highest} />
              </td>
            </tr>
          ))}
        </tbody>
        {platforms.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <Sums sums={sums} isTotal />
            </tr>
          </tfoot>
        )}
      </table>
      <p className={styles.small}>{exposure.asOf}</p>
    </>
  )
}

/** Only views have a trend by platform: more text would hide the numbers. */
function Sums({ sums, isTotal = false }: { sums: Exposure['sums']; isTotal?: boolean }) {
  return sums.map(({ name, sum, trend }) => (
    <td key={name} className={name === 'Views' ? styles.views : undefined}>
      {formatNumber(sum)}
      {(isTotal || name === 'Views') && <TrendWords trend={trend} />}
    </td>
  ))
}

const barWidth = 26
const barHeight = 20
/** The height of the values above the bars, and of the weekdays below them. */
const lineHeight = 11

type BarsProps = { figures: readonly (number | null)[]; weekdays: readonly string[]; highest: number }

/** A bar chart in the text color, so that it is printed even without background colors. */
function Bars({ figures, weekdays, highest }: BarsProps) {
  const floor = barHeight + lineHeight
  return (
    <svg width={figures.length * barWidth} height={floor + lineHeight} aria-hidden>
      {figures.map((figure, day) => {
        const height = ((figure ?? 0) / highest) * barHeight
        const middle = day * barWidth + barWidth / 2
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the index is the day
          <g key={day} fill="currentColor" fontSize={9} textAnchor="middle">
            <rect x={day * barWidth + 4} y={floor - height} width={barWidth - 8} height={height} />
            <text x={middle} y={floor - height - 2}>
              {figure === null ? '–' : formatNumber(figure)}
            </text>
            <text x={middle} y={floor + lineHeight - 2}>
              {weekdays[day]}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

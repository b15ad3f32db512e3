import { visitedOrRatedStops, runOf } from '#core/domain/tours/tour-run.ts'
import type { TourRow } from '#storage/database/rows.ts'
import styles from './tour-details.module.css'
import { formatTime } from '#core/format/times.ts'

type Seen = ReturnType<typeof visitedOrRatedStops>[number]

export function TourComparison({ tour }: { tour: TourRow }) {
  const seen = visitedOrRatedStops(tour)
  if (seen.length === 0) return null
  return (
    <section className={styles.comparison} aria-labelledby="tour-comparison">
      <h2 id="tour-comparison">What the buyer said</h2>
      <div className={styles.scroller}>
        <table>
          <thead>
            <tr>
              <th scope="col">Stop</th>
              <th scope="col">Rating</th>
              <th scope="col">Note</th>
              <th scope="col">Visited</th>
            </tr>
          </thead>
          <tbody>
            {seen.map(({ stop, name, rating, note, ...visit }) => (
              <tr key={name}>
                <th scope="row">
                  {stop.order}. {stop.listing_address}
                </th>
                <td>{rating === null ? '–' : `${rating} of 5`}</td>
                <td className={styles.comparedNote}>{note === '' ? '–' : note}</td>
                <td>{formatVisit(visit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Skipped tour={tour} />
    </section>
  )
}

function formatVisit({ state, arrival, departure }: Pick<Seen, 'state' | 'arrival' | 'departure'>): string {
  if (state === 'left') return `${formatTime(arrival)} – ${formatTime(departure)}`
  return state === 'here' ? `from ${formatTime(arrival)}` : '–'
}

function Skipped({ tour }: { tour: TourRow }) {
  const skipped = skippedHomes(tour)
  if (skipped === '') return null
  return <p className={styles.skipped}>Skipped: {skipped}</p>
}

export function skippedHomes(tour: TourRow): string {
  return runOf(tour)
    .filter(({ state }) => state === 'skipped')
    .map(({ stop }) => stop.listing_address)
    .join(', ')
}

import type { OwnVisit } from '#core/domain/tour-halts.ts'
import { tourMiles, tourMilesText, tourMinutes } from '#core/domain/tour-words.ts'
import { plannedHours } from '#core/domain/timed-stop.ts'
import { tourStatusWords } from '#core/domain/tour-status.ts'
import { dateInWords, timeInWords } from '#core/domain/wall-clock.ts'
import type { TourRow } from '#storage/rows.ts'
import { Card } from '#ui/card.tsx'
import styles from './tour-facts.module.css'

type TourFactsProps = {
  tour: TourRow
  /** What of the agent's own day stands in the same route. */
  own: readonly OwnVisit[]
}

/** A tour in six facts. */
export function TourOverview({ tour, today, own }: TourFactsProps & { today: string }) {
  return (
    <Card title="Overview">
      <Facts
        facts={[
          ['Date', dateInWords(tour.tour_date, today)],
          ['Time', timesOf(tour)],
          ['Status', tourStatusWords(tour.status)],
          ['Duration', `${tourMinutes(tour)} min`],
          ['Total distance', `${tourMilesText(tour)}${hasOtherDrives(own) ? ' between stops' : ''}`],
          ['Properties', String(tour.stops.length)],
        ]}
      />
    </Card>
  )
}

/** Of a tour without times, the hours that were wished for. */
function timesOf(tour: TourRow): string {
  const { start_time, end_time } = plannedHours(tour.stops) ?? tour
  return `${timeInWords(start_time)} – ${timeInWords(end_time)}`
}

export function TourStatistics({ tour, own }: TourFactsProps) {
  const visits = tour.stops.reduce((sum, { duration_minutes = 0 }) => sum + duration_minutes, 0)
  const average = tour.stops.length === 0 ? '–' : String(Math.round(visits / tour.stops.length))
  return (
    <Card title="Tour Statistics">
      <Facts
        facts={[
          ['Properties', String(tour.stops.length)],
          ['Minutes', tourMinutes(tour)],
          ['Miles', tourMiles(tour)],
          ['Average min per stop', average],
        ]}
      />
      {hasOtherDrives(own) && (
        <p className={styles.note}>
          Miles are between stops only. Drives to your other events of the day are not counted.
        </p>
      )}
    </Card>
  )
}

/** Drives that are none of the tour's own stand in its route. */
function hasOtherDrives(own: readonly OwnVisit[]): boolean {
  return own.some(({ place }) => place !== null)
}

function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

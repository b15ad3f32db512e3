import { milesText } from '#core/domain/tour-words.ts'
import { tourStatusWords } from '#core/domain/tour-status.ts'
import { dateInWords, timeInWords } from '#core/domain/wall-clock.ts'
import type { TourRow } from '#storage/rows.ts'
import { Card } from '#ui/card.tsx'
import styles from './tour-facts.module.css'

/** A tour in six facts. */
export function TourOverview({ tour, today }: { tour: TourRow; today: string }) {
  return (
    <Card title="Overview">
      <Facts
        facts={[
          ['Date', dateInWords(tour.tour_date, today)],
          ['Time', `${timeInWords(tour.start_time)} – ${timeInWords(tour.end_time)}`],
          ['Status', tourStatusWords(tour.status)],
          ['Duration', `${tour.estimated_duration} min`],
          ['Total distance', milesText(tour.total_distance)],
          ['Properties', String(tour.stops.length)],
        ]}
      />
    </Card>
  )
}

export function TourStatistics({ tour }: { tour: TourRow }) {
  const visits = tour.stops.reduce((sum, { duration_minutes = 0 }) => sum + duration_minutes, 0)
  const average = tour.stops.length === 0 ? '–' : String(Math.round(visits / tour.stops.length))
  return (
    <Card title="Tour Statistics">
      <Facts
        facts={[
          ['Properties', String(tour.stops.length)],
          ['Minutes', String(tour.estimated_duration)],
          ['Miles', milesText(tour.total_distance).replace(' mi', '')],
          ['Average min per stop', average],
        ]}
      />
    </Card>
  )
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

import type { OwnVisit } from '#core/domain/tours/tour-halts.ts'
import { gapInTour } from '#core/domain/tours/tour-gap.ts'
import type { TourFigures } from '#core/domain/tours/tour-figures.ts'
import { twoTripsText } from '#core/domain/tours/tour-words.ts'
import { tourStatusWords } from '#core/domain/tours/tour-status.ts'
import { dateInWords, timeInWords } from '#core/domain/time/wall-clock.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { Card } from '#ui/layout/card.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import styles from './tour-facts.module.css'

type TourFactsProps = {
  figures: TourFigures
  /** What of the agent's own day stands in the same route. */
  own: readonly OwnVisit[]
}

/** A tour in six facts. */
export function TourOverview({ tour, figures, today, own }: TourFactsProps & { tour: TourRow; today: string }) {
  const { hours } = figures
  const gap = gapInTour(tour.stops, tour.lunch)
  return (
    <Card title="Overview">
      <Facts
        facts={[
          ['Date', dateInWords(tour.tour_date, today)],
          ['Time', `${timeInWords(hours.start_time)} – ${timeInWords(hours.end_time)}`],
          ['Status', tourStatusWords(tour.status)],
          ['Duration', `${figures.minutes} min`],
          ['Total distance', `${figures.milesText}${hasOtherDrives(own) ? ' between stops' : ''}`],
          ['Properties', figures.homes],
        ]}
      />
      {gap !== null && <p className={styles.note}>{twoTripsText(gap)}. The duration includes this gap.</p>}
    </Card>
  )
}

export function TourStatistics({ figures, own }: TourFactsProps) {
  return (
    <Card title="Tour Statistics">
      <Facts
        facts={[
          ['Properties', figures.homes],
          ['Minutes', figures.minutes],
          ['Miles', figures.miles],
          ['Average min per stop', figures.averageMinutes],
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

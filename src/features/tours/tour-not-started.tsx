import { Link } from '@tanstack/react-router'
import { clientName } from '#core/domain/client-rules.ts'
import { isNotStarted } from '#core/domain/day-entries.ts'
import { hasPassed } from '#core/domain/has-passed.ts'
import { tourTitle } from '#core/domain/tour-words.ts'
import { recordAddress } from '#records/record-address.ts'
import type { TourRow } from '#storage/rows.ts'
import { useMinute } from '#storage/use-minute.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { StartTour } from './start-tour.tsx'
import { tourBegins } from './tour-begins.ts'
import { useTourClient } from './tour-client.tsx'
import styles from './tour-not-started.module.css'
import { useTourStatus } from './use-tour-status.tsx'

type TourNotStartedProps = {
  tour: TourRow
  /** False where the button stands elsewhere on the page. */
  mayStart?: boolean
}

/** Whose tour was not started, and when, with what can be done about it; nothing for any other tour. */
export function TourNotStarted({ tour, mayStart = true }: TourNotStartedProps) {
  const { today, minutesNow } = useMinute()
  const { mark, dialog } = useTourStatus(tour)
  const { client } = useTourClient(tour)
  if (!isNotStarted(tour, { date: tour.tour_date, today, minutesNow })) return null
  // In the evening it is only told.
  const isOver = hasPassed(tour.tour_date, tour.end_time, { today, minutesNow })
  return (
    <Banner tone={isOver ? 'info' : 'warning'}>
      <p>
        <b>
          {client === undefined ? tour.client_email : clientName(client)} · {tourBegins(tour, today)}
        </b>
      </p>
      <p>{tourTitle(tour.id)} was not started.</p>
      <div className={styles.actions}>
        {mayStart && <StartTour tour={tour} isQuiet={isOver} />}
        <Link
          className={buttonClass()}
          to="/tours/$tourId"
          params={{ tourId: recordAddress(tour) }}
          search={{ edit: 'date' }}
        >
          Reschedule
        </Link>
        <Button onClick={() => mark('cancelled')}>Cancel Tour</Button>
      </div>
      {dialog}
    </Banner>
  )
}

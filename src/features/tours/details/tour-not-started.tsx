import { Link } from '@tanstack/react-router'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { isNotStarted } from '#core/domain/schedule/day-entries.ts'
import { hasPassed } from '#core/domain/time/wall-clock.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import { ContactLink } from '#records/people/contact-link.tsx'
import { recordIdInUrl } from '#records/record-address.ts'
import type { ClientRow, TourRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { useTourClient, tourBegins } from '#features/tours/tour-facts.tsx'
import styles from './tour-details.module.css'
import { useTourStatus, StartTour } from '#features/tours/change-tour-status.tsx'

type TourNotStartedProps = {
  tour: TourRow
  /** True on the tour's own page, which shows some of the actions elsewhere. */
  isOnItsPage?: boolean
}

/** A notice that a tour was not started, with actions. Renders nothing if the tour was started or its time has not come. */
export function TourNotStarted({ tour, isOnItsPage = false }: TourNotStartedProps) {
  const { today, minutesNow } = useMinute()
  const { mark, dialog } = useTourStatus(tour)
  const { client } = useTourClient(tour)
  if (!isNotStarted(tour, { date: tour.tour_date, today, minutesNow })) return null
  const isOver = hasPassed(tour.tour_date, tour.end_time, { today, minutesNow })
  return (
    <Banner tone={isOver ? 'info' : 'warning'}>
      <p>
        <b>
          {client === undefined ? tour.client_email : <Name client={client} isLink={!isOnItsPage} />} ·{' '}
          {tourBegins(tour, today)}
        </b>
      </p>
      <p>{tourTitle(tour.id)} was not started.</p>
      <div className={styles.startActions}>
        {!isOnItsPage && (
          <>
            <StartTour tour={tour} isQuiet={isOver} />
            <ContactLink by="Call" client={client} className={buttonClass()} />
            <ContactLink by="Text" client={client} className={buttonClass()} />
          </>
        )}
        <Link
          className={buttonClass()}
          to="/tours/$tourId"
          params={{ tourId: recordIdInUrl(tour) }}
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

function Name({ client, isLink }: { client: ClientRow; isLink: boolean }) {
  if (!isLink) return clientName(client)
  return (
    <Link to="/clients/$clientId" params={{ clientId: recordIdInUrl(client) }} className={styles.name}>
      {clientName(client)}
    </Link>
  )
}

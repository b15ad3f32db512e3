import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { tourFigures } from '#core/domain/tours/tour-figures.ts'
import { tourTitle } from '#core/domain/tours/tour-words.ts'
import { recordAddress } from '#records/record-address.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { useOutboxMark } from '#storage/device/device-context.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { classNames } from '#ui/layout/class-names.ts'
import { doorClass, roomClass } from '#ui/layout/door.ts'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { TrashIcon } from '#ui/icons/icon.tsx'
import { SyncMark } from '#ui/feedback/badge.tsx'
import styles from './tour-card.module.css'
import { tourBegins } from '#features/tours/tour-begins.ts'
import { TourStatusBadge } from '#features/tours/tour-status-badge.tsx'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

type TourCardProps = {
  tour: TourRow
  /** The name of whom it is for; '' where only the email is known. */
  client: string
  today: string
  /** In seconds of the day; null where the tour is not of today. */
  now: number | null
  onDelete: (tour: TourRow) => void
}

/** One tour in the list: whose, when, how far, and whether the office has it. */
export function TourCard({ tour, client, today, now, onDelete }: TourCardProps) {
  const headingId = useId()
  const titleId = useId()
  const mark = useOutboxMark('tour', tour.key)
  const title = tourTitle(tour.id)
  const { hours, isTimed, miles, minutes } = tourFigures(tour, now)
  return (
    <Card
      element="article"
      className={classNames(styles.card, roomClass)}
      aria-labelledby={`${headingId} ${titleId}`}
      pencil={mark !== null}
    >
      <header className={styles.head}>
        <h2 id={headingId}>
          {client || tour.client_email} · <span className={styles.begins}>{tourBegins(tour, today)}</span>
        </h2>
        <span className={styles.marks}>
          {mark !== null && <SyncMark state={mark} />}
          <TourStatusBadge status={tour.status} />
        </span>
      </header>
      <p className={styles.client}>
        <span id={titleId}>{title}</span>
        {client !== '' && ` · ${tour.client_email}`}
      </p>
      <p className={styles.date}>{formatDate(tour.tour_date, today)}</p>
      <p className={styles.facts}>
        {!isTimed && 'Preferred '}
        {formatTime(hours.start_time)} – {formatTime(hours.end_time)}
      </p>
      <p className={styles.facts}>
        <span>
          <b>{tour.stops.length}</b> {tour.stops.length === 1 ? 'stop' : 'stops'}
        </span>
        <span>
          <b>{miles}</b> mi
        </span>
        <span>
          <b>{minutes}</b> min
        </span>
      </p>
      <Actions tour={tour} onDelete={onDelete} />
    </Card>
  )
}

function Actions({ tour, onDelete }: Pick<TourCardProps, 'tour' | 'onDelete'>) {
  const title = tourTitle(tour.id)
  const params = { tourId: recordAddress(tour) }
  return (
    <div className={styles.actions}>
      <Link
        to="/tours/$tourId"
        params={params}
        className={buttonClass({ className: doorClass })}
        aria-label={`View ${title}`}
      >
        View
      </Link>
      <Link
        to="/tours/$tourId"
        params={params}
        search={{ edit: 'all' }}
        className={buttonClass()}
        aria-label={`Edit ${title}`}
      >
        Edit
      </Link>
      <IconButton className={styles.delete} label={`Delete ${title}`} danger onClick={() => onDelete(tour)}>
        <TrashIcon />
      </IconButton>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { tourVisitsTo } from '#core/domain/tours/tour-visits.ts'
import { dateInWords, timeInWords } from '#core/domain/time/wall-clock.ts'
import { nameOrAddress } from '#records/people/name-or-address.ts'
import { recordAddress } from '#records/record-address.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import styles from './tour-visits.module.css'

/** The visits of the agent's tours to a listing, with what was noted on the way; nothing where there are none. */
export function TourVisits({ listing }: { listing: ListingRow }) {
  const { database } = useDevice()
  const { today } = useMinute()
  const people = usePeople()
  const tours = useLiveQuery(() => database.tours.where('tour_date').belowOrEqual(today).toArray(), [database, today])
  const visits = tourVisitsTo(tours ?? [], listing)
  if (visits.length === 0) return null
  return (
    <section className={styles.visits} aria-labelledby="tour-visits">
      <h3 id="tour-visits">On tours</h3>
      <ul>
        {visits.map(({ tour, date, start_time, end_time, rating, note }) => (
          <li key={tour.key}>
            {dateInWords(date, today)}, {timeInWords(start_time)} – {timeInWords(end_time)} ·{' '}
            <Link to="/tours/$tourId" params={{ tourId: recordAddress(tour) }}>
              {nameOrAddress(people?.of(tour), tour)}
            </Link>
            {rating !== null && ` · ${rating} of 5`}
            {note !== '' && <q>{note}</q>}
          </li>
        ))}
      </ul>
    </section>
  )
}

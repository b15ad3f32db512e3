import { createPortal } from 'react-dom'
import { runOf } from '#core/domain/tour-run.ts'
import { stopName, tourTimeline, visitBegins } from '#core/domain/tour-timeline.ts'
import { milesText, stopsText, tourTitle } from '#core/domain/tour-words.ts'
import { fullDateInWords, timeInWords } from '#core/domain/wall-clock.ts'
import type { TourRow } from '#storage/rows.ts'
import styles from './tour-sheet.module.css'
import type { ShownStop } from './tour-stops.ts'

/**
 * The tour on paper, for the buyer: when, where, and room to write; with what was said once it is over. It stands beside
 * the app, not in it, so that printing hides all of the app by one rule; on the screen it is never seen or heard.
 */
export function TourSheet({ tour, stops }: { tour: TourRow; stops: readonly ShownStop[] }) {
  const run = new Map(runOf(tour).map((stop) => [stop.name, stop]))
  return createPortal(
    <article className={styles.sheet} aria-label="Tour sheet">
      <header>
        <p className={styles.kind}>{tourTitle(tour.id)}</p>
        <h1>{fullDateInWords(tour.tour_date)}</h1>
        <p>
          {tour.client_email} · {stopsText(stops.length)} · {milesText(tour.total_distance)} · {tour.estimated_duration}{' '}
          min
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Home</th>
            <th scope="col">Rating</th>
            <th scope="col">Notes</th>
          </tr>
        </thead>
        <tbody>
          {tourTimeline(stops, tour.lunch).map((entry) => {
            if (entry.kind === 'drive') {
              return (
                <tr key={`drive ${entry.to}`} className={styles.between}>
                  <td aria-hidden="true"> </td>
                  <td colSpan={3}>
                    {entry.minutes} min drive, {milesText(entry.miles)}
                  </td>
                </tr>
              )
            }
            if (entry.kind === 'lunch') {
              return (
                <tr key="lunch" className={styles.between}>
                  <td>{timeInWords(entry.start_time)}</td>
                  <td colSpan={3}>Lunch until {timeInWords(entry.end_time)}</td>
                </tr>
              )
            }
            const { stop } = entry
            const said = run.get(stopName(stop))
            const begins = visitBegins(stop)
            return (
              <tr key={stopName(stop)}>
                <td>{begins === undefined ? '' : timeInWords(begins)}</td>
                <th scope="row">
                  {stop.order}. {stop.listing_address}
                  <br />
                  <span>
                    {[stop.listing_city, `${stop.duration_minutes ?? 0} min`].filter(Boolean).join(' · ')}
                    {stop.isGone && ' · no longer listed'}
                  </span>
                </th>
                <td>{said?.rating ? `${said.rating} of 5` : '1  2  3  4  5'}</td>
                <td className={styles.room}>{said?.note}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </article>,
    document.body,
  )
}

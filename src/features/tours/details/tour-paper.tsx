import { type OwnVisit, ownVisitsBetween } from '#core/domain/tours/tour-halts.ts'
import { tourFigures } from '#core/domain/tours/tour-figures.ts'
import { type RunStop, runOf, bestFirst, visitedOrRatedStops } from '#core/domain/tours/tour-run.ts'
import { endedTimeline } from '#core/domain/tours/tour-run-timeline.ts'
import { stopKey, visitBegins } from '#core/domain/tours/timed-stop.ts'
import { type TimelineEntry, tourTimeline } from '#core/domain/tours/tour-timeline.ts'
import { stopsText, tourTitle } from '#core/domain/tours/tour-labels.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import type { TourRow, TourStopRow } from '#storage/database/rows.ts'
import { PrintSheet } from '#ui/layout/print-sheet.tsx'
import { hasTourProgress } from '#features/tours/run-route.ts'
import styles from './tour-details.module.css'
import type { ShownStop } from '#features/tours/tour-stops.ts'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { skippedHomes } from './tour-comparison.tsx'
import { useTourClient } from '#features/tours/tour-facts.tsx'
import { knownNumber } from '#core/domain/text/amounts.ts'
import { factsText, unknownFigure } from '#core/domain/listings/listing-display.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { resolveLocalKey } from '#storage/database/resolve-local-key.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { formatDateWithYear } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'
import { formatDollars } from '#core/format/numbers.ts'
import { formatMiles, formatMinutes } from '#core/format/durations.ts'

type TourSheetProps = {
  tour: TourRow
  client: string
  stops: readonly ShownStop[]
  own: readonly OwnVisit[]
  isPrinted: boolean
}

/** The tour on paper for the buyer, with space for notes; once the tour has begun, with actual times and the agent's notes. */
export function TourSheet({ tour, client, stops, own, isPrinted }: TourSheetProps) {
  const ran = runOf<ShownStop>({ ...tour, stops })
  const run = new Map(ran.map((stop) => [stop.name, stop]))
  const others = ownVisitsBetween(stops, own)
  const hasBegun = hasTourProgress(tour, ran)
  const entries = hasBegun ? endedTimeline(ran, tour.lunch, others) : tourTimeline(stops, tour.lunch, others)
  const figures = tourFigures({ ...tour, stops })
  return (
    <PrintSheet label="Tour sheet" isPrinted={isPrinted} className={styles.paper}>
      <header>
        <h1>{[client, formatDateWithYear(tour.tour_date)].filter(Boolean).join(' · ')}</h1>
        <p>
          {tourTitle(tour.id)} · {tour.client_email} · {hasBegun ? figures.homes : stopsText(stops.length)} ·{' '}
          {figures.milesText} · {figures.minutes} min
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
          {entries.map((entry) => (
            <Entry key={keyOf(entry)} entry={entry} run={run} hasBegun={hasBegun} />
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}

type EntryProps = { entry: TimelineEntry<ShownStop>; run: ReadonlyMap<string, RunStop<ShownStop>>; hasBegun: boolean }

function Entry({ entry, run, hasBegun }: EntryProps) {
  if (entry.kind === 'drive') {
    return (
      <tr data-between>
        <td aria-hidden="true"> </td>
        <td colSpan={3}>
          {formatMinutes(entry.minutes, entry.isApproximate)} drive, {formatMiles(entry.miles, entry.isApproximate)}
        </td>
      </tr>
    )
  }
  if (entry.kind === 'lunch') {
    return (
      <tr data-between>
        <td>{formatTime(entry.start_time)}</td>
        <td colSpan={3}>Lunch until {formatTime(entry.end_time)}</td>
      </tr>
    )
  }
  if (entry.kind === 'own') {
    // The buyer does not see where else the agent is, and with whom.
    return (
      <tr data-between>
        <td>{formatTime(entry.visit.start_time)}</td>
        <td colSpan={3}>Other appointment until {formatTime(entry.visit.end_time)}</td>
      </tr>
    )
  }
  const { stop } = entry
  const runStop = run.get(stopKey(stop))
  const isSkipped = runStop?.state === 'skipped'
  const begins = hasBegun && runStop !== undefined ? runStop.begins : visitBegins(stop)
  const minutes = hasBegun && runStop !== undefined ? visitMinutes(runStop) : stop.duration_minutes
  return (
    <tr>
      <td>{begins === undefined || isSkipped ? '' : formatTime(begins)}</td>
      <th scope="row">
        {stop.order}. {stop.listing_address}
        <br />
        <span>
          {[stop.listing_city, isSkipped ? 'not visited' : minutes !== undefined && `${minutes} min`]
            .filter(Boolean)
            .join(' · ')}
          {stop.isGone && ' · no longer listed'}
        </span>
      </th>
      <td>{runStop?.rating ? `${runStop.rating} of 5` : isSkipped ? '' : '1  2  3  4  5'}</td>
      <td data-notes>{runStop?.note}</td>
    </tr>
  )
}

function visitMinutes({ begins, departure }: RunStop<ShownStop>): number {
  return Math.round(minutesOfDay(departure) - minutesOfDay(begins))
}

function keyOf(entry: TimelineEntry<ShownStop>): string {
  switch (entry.kind) {
    case 'drive':
      return `drive ${entry.to}`
    case 'own':
      return entry.visit.key
    case 'lunch':
      return 'lunch'
    default:
      return stopKey(entry.stop)
  }
}

/** The visited homes compared on paper for the buyer, the best rated first. */
export function ComparisonSheet({ tour, isPrinted }: { tour: TourRow; isPrinted: boolean }) {
  const { client } = useTourClient(tour)
  const name = client === undefined ? '' : clientName(client)
  const figures = useComparedHomes(tour.stops)
  const homes = bestFirst(visitedOrRatedStops(tour))
  const skipped = skippedHomes(tour)
  return (
    <PrintSheet label="Comparison of the homes" isPrinted={isPrinted} className={styles.paper}>
      <header>
        <p>The homes compared</p>
        <h1>{[name, formatDateWithYear(tour.tour_date)].filter(Boolean).join(' · ')}</h1>
        <p>
          {tourTitle(tour.id)} · {tour.client_email} · {stopsText(homes.length)}
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">Home</th>
            <th scope="col">Price</th>
            <th scope="col">Rating</th>
            <th scope="col">Notes</th>
          </tr>
        </thead>
        <tbody>
          {homes.map(({ name, stop, rating, note }) => (
            <tr key={name}>
              <th scope="row">
                {stop.listing_address}
                <br />
                <span>{[stop.listing_city, figures.get(name)?.facts].filter(Boolean).join(' · ')}</span>
              </th>
              <td>{figures.get(name)?.price}</td>
              <td>{rating === null ? '–' : `${rating} of 5`}</td>
              <td data-notes>{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {skipped !== '' && <p>Not visited: {skipped}</p>}
    </PrintSheet>
  )
}

/** The price and facts of a home; unknown if its listing is not on this device. */
type HomeFigures = { price: string; facts: string }

function useComparedHomes(stops: readonly TourStopRow[]): ReadonlyMap<string, HomeFigures> {
  const { database } = useDevice()
  const homes = useLiveQuery(
    () =>
      Promise.all(
        stops.map(async (stop): Promise<[string, HomeFigures]> => {
          const { listing_id } = stop
          const listing =
            listing_id === null || listing_id === undefined
              ? undefined
              : await database.listings.get(await resolveLocalKey(database, 'listing', String(listing_id)))
          const price = knownNumber(listing?.listing_price)
          const facts = listing === undefined ? '' : factsText(listing.property)
          // A home to show has price 0 while its price is unknown.
          return [stopKey(stop), { price: price ? formatDollars(price) : unknownFigure, facts }]
        }),
      ),
    [database, stops],
  )
  return new Map(homes ?? [])
}

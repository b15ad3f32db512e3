import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { routeEntries } from '#core/domain/schedule/route-entries.ts'
import { seenHomes } from '#core/domain/tours/seen-homes.ts'
import { stopTimes } from '#core/domain/tours/timed-stop.ts'
import { tourTimeline } from '#core/domain/tours/tour-timeline.ts'
import { recordAddress } from '#records/record-address.ts'
import { NeedsYou } from '#records/states/needs-you.tsx'
import { RecordMark } from '#records/states/record-mark.tsx'
import { UntilRead } from '#records/states/until-read.tsx'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { CopyIcon, DownloadIcon, PencilIcon, PrinterIcon, ShareIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { ApproximateLocation } from '#records/homes/approximate-location.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { ThumbBar } from '#ui/layout/thumb-bar.tsx'
import { ComparisonSheet } from './comparison-sheet.tsx'
import { droppedWords } from '#features/tours/dropped-words.ts'
import { PlanDifference } from '#features/tours/plan-difference.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RouteSketch } from '#features/tours/route-sketch.tsx'
import { saveTourFile, sendReminder } from '#features/tours/share-tour.ts'
import { TourClient, useTourClient } from '#features/tours/tour-client.tsx'
import { TourComparison } from './tour-comparison.tsx'
import { StartTour } from '#features/tours/start-tour.tsx'
import styles from './tour-details.module.css'
import { TourOverview, TourStatistics } from './tour-facts.tsx'
import { TourHeading } from './tour-heading.tsx'
import { PlayIcon } from '#features/tours/tour-icons.tsx'
import { TourNotStarted } from './tour-not-started.tsx'
import { TourRoute } from '#features/tours/tour-route.tsx'
import { TourSheet } from './tour-sheet.tsx'
import { TourStatusBadge } from '#features/tours/tour-status-badge.tsx'
import { type ShownStop, useShownStops } from '#features/tours/tour-stops.ts'
import { useOwnVisits } from '#features/tours/use-own-visits.ts'
import { useTourAsItGoes } from '#features/tours/use-tour-as-it-goes.ts'
import { useTourDeletion } from '#features/tours/use-tour-deletion.ts'

type TourDetailsProps = {
  tour: TourRow
  onEdit: (what: 'all' | 'date') => void
  onDeleted: () => void
}

/** A tour as it is planned: the route, the figures, and what to do with it. */
export function TourDetails({ tour, onEdit, onDeleted }: TourDetailsProps) {
  const stops = useShownStops(tour.stops)
  const own = useOwnVisits(tour)
  const entries = tourTimeline(stops, tour.lunch, own)
  const { today, went, figures } = useTourAsItGoes(tour, stops, own)
  const { people, client } = useTourClient(tour)
  const remind = () => void sendReminder(tour, stops, people)
  const deletion = useTourDeletion(onDeleted)
  const { printed, print } = usePrinting()
  const isSeen = seenHomes(tour).length > 0

  return (
    <>
      <UntilRead key={tour.key} />
      <PageHead
        back={<BackLink to="/tours">Back to My Tours</BackLink>}
        title={<TourHeading tour={tour} />}
        subtitle={
          <span className={styles.standing}>
            <TourStatusBadge status={tour.status} />
            <RecordMark entity="tour" recordKey={tour.key} />
            <TourClient tour={tour} />
          </span>
        }
        actions={<Actions tour={tour} onEdit={() => onEdit('all')} onDelete={() => deletion.ask(tour)} />}
      />
      <NeedsYou entity="tour" recordKey={tour.key} />
      <PlanDifference tour={tour} />
      <TourNotStarted tour={tour} isOnItsPage />
      <div className={styles.columns}>
        <section className={styles.main} aria-labelledby="tour-route">
          <h2 id="tour-route">Tour Route</h2>
          {stops.length === 0 ? (
            <NoStops tour={tour} />
          ) : (
            <TourRoute {...(went ?? { entries: routeEntries(entries, stopTimes) })} />
          )}
          <LeftOut dropped={tour.dropped ?? []} />
          <TourComparison tour={tour} />
        </section>
        <aside className={styles.side} aria-label="About this tour">
          <RouteSketch entries={entries} />
          <TourOverview tour={tour} figures={figures} today={today} own={own} />
          <QuickActions tour={tour} onReschedule={() => onEdit('date')} onRemind={remind} />
          <TourStatistics figures={figures} own={own} />
          <Exports tour={tour} stops={stops} onPrint={print} onShare={remind} />
        </aside>
      </div>
      <TourSheet
        tour={tour}
        client={client === undefined ? '' : clientName(client)}
        stops={stops}
        own={own}
        isPrinted={printed === 'sheet'}
      />
      {isSeen && <ComparisonSheet tour={tour} isPrinted={printed === 'comparison'} />}
      {deletion.dialog}
    </>
  )
}

/** A plain server may give a tour no stops and say of none that it was left out. */
function NoStops({ tour }: { tour: TourRow }) {
  return (
    <p className={styles.none}>
      {tour.dropped?.length
        ? 'No home fits into this day. Edit the tour to give it more time.'
        : 'This tour has no stops. Edit it to choose homes and plan the route.'}
    </p>
  )
}

/** Which sheet is printed; that of the tour, unless something else is asked for. */
function usePrinting() {
  const [printed, setPrinted] = useState<'sheet' | 'comparison'>('sheet')

  /** The sheet is on the page before the printer looks at it. */
  function print(sheet: 'sheet' | 'comparison'): void {
    flushSync(() => setPrinted(sheet))
    addEventListener('afterprint', () => setPrinted('sheet'), { once: true })
    window.print()
  }

  return { printed, print }
}

type ActionsProps = { tour: TourRow; onEdit: () => void; onDelete: () => void }

function Actions({ tour, onEdit, onDelete }: ActionsProps) {
  return (
    <>
      <Button onClick={onEdit}>
        <PencilIcon size={18} />
        Edit
      </Button>
      <Go tour={tour} />
      <Button variant="danger" data-quiet onClick={onDelete}>
        <TrashIcon size={18} />
        Delete
      </Button>
    </>
  )
}

type ExportsProps = {
  tour: TourRow
  stops: readonly ShownStop[]
  onPrint: (sheet: 'sheet' | 'comparison') => void
  onShare: () => void
}

function Exports({ tour, stops, onPrint, onShare }: ExportsProps) {
  const { clock } = useDevice()
  return (
    <div className={styles.exports}>
      <Button onClick={() => onPrint('sheet')}>
        <PrinterIcon size={18} />
        Print Tour Sheet
      </Button>
      {seenHomes(tour).length > 0 && (
        <Button onClick={() => onPrint('comparison')}>
          <PrinterIcon size={18} />
          Print Comparison
        </Button>
      )}
      {/* A tour that does not take place is no invitation. */}
      {tour.status !== 'cancelled' && (
        <>
          <Button onClick={onShare}>
            <ShareIcon size={18} />
            Share
          </Button>
          <Button onClick={() => saveTourFile(tour, stops, clock.now())}>
            <DownloadIcon size={18} />
            Add to Calendar
          </Button>
        </>
      )}
      <Link to="/tours/new" search={{ from: recordAddress(tour) }} className={buttonClass()}>
        <CopyIcon size={18} />
        Duplicate
      </Link>
    </div>
  )
}

/** The way into the run of a tour that is not over; where the thumb is on a phone. */
function Go({ tour }: { tour: TourRow }) {
  if (tour.stops.length === 0 || (tour.status !== 'scheduled' && tour.status !== 'in_progress')) return null
  return (
    <ThumbBar>
      {tour.status === 'scheduled' ? (
        <StartTour tour={tour} />
      ) : (
        <Link
          to="/tours/$tourId/run"
          params={{ tourId: recordAddress(tour) }}
          className={buttonClass({ variant: 'primary' })}
        >
          <PlayIcon size={20} />
          Continue Tour
        </Link>
      )}
    </ThumbBar>
  )
}

function LeftOut({ dropped }: { dropped: NonNullable<TourRow['dropped']> }) {
  if (dropped.length === 0) return null
  return (
    <section className={styles.dropped} aria-label="Left out">
      <h3>Left out</h3>
      <ul>
        {dropped.map((one) => (
          <li key={String(one.listing_id ?? one.listing_address)}>
            <b>{one.listing_address || `Listing ${one.listing_id}`}</b>:{' '}
            {one.reason === 'no_location' ? (
              <ApproximateLocation listingKey={String(one.listing_id ?? '') || undefined} isUnknown />
            ) : (
              `${droppedWords(one)}.`
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

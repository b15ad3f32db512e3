import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { routeEntries } from '#core/domain/schedule/route-entries.ts'
import { visitedOrRatedStops } from '#core/domain/tours/tour-run.ts'
import { stopTimes, inOrder, stopKey, type TimedStop, visitBegins } from '#core/domain/tours/timed-stop.ts'
import { tourTimeline, gapInTour } from '#core/domain/tours/tour-timeline.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import { NeedsAttention, RecordMark } from '#records/states/record-notice.tsx'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { CopyIcon, DownloadIcon, PencilIcon, PrinterIcon, ShareIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { ApproximateLocation } from '#records/homes/set-location.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import { droppedWords } from '#features/tours/planning/plan-labels.ts'
import { QuickActions } from './quick-actions.tsx'
import { RouteSketch } from '#features/tours/route-sketch.tsx'
import { TourClient, useTourClient, TourStatusBadge, TourHeading } from '#features/tours/tour-facts.tsx'
import { TourComparison } from './tour-comparison.tsx'
import { StartTour } from '#features/tours/change-tour-status.tsx'
import styles from './tour-details.module.css'
import { PlayIcon } from '#features/tours/tour-icons.tsx'
import { TourNotStarted } from './tour-not-started.tsx'
import { TourRoute } from '#features/tours/tour-route.tsx'
import { TourSheet, ComparisonSheet } from './tour-paper.tsx'
import { type ShownStop, useShownStops, useOwnVisits } from '#features/tours/tour-stops.ts'
import { useCurrentTour } from '#features/tours/run-route.ts'
import { useTourDeletion } from '#features/tours/use-tour-deletion.ts'
import type { OwnVisit } from '#core/domain/tours/tour-halts.ts'
import type { TourFigures } from '#core/domain/tours/tour-figures.ts'
import { twoTripsText, tourTitle } from '#core/domain/tours/tour-labels.ts'
import { formatTourStatus } from '#core/domain/tours/tour-status.ts'
import { Card } from '#ui/layout/card.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { isSameRoute } from '#core/domain/tours/tour-plan-check.ts'
import { failureMessageOf } from '#records/record-labels.ts'
import { showFailureToast } from '#records/saving/save-with-undo.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { acceptServerPlan } from '#features/tours/tour-commands.ts'
import { tourEvent, calendarFile, calendarFileType } from '#core/domain/schedule/calendar-file.ts'
import { invitationMail, type Correspondents, tourInvitation } from '#core/domain/tours/tour-invitation.ts'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

type TourDetailsProps = {
  tour: TourRow
  /** Opens the form, with the focus on the date for `date`. */
  onEdit: (what: 'all' | 'date') => void
  onDeleted: () => void
}

export function TourDetails({ tour, onEdit, onDeleted }: TourDetailsProps) {
  const stops = useShownStops(tour.stops)
  const own = useOwnVisits(tour)
  const entries = tourTimeline(stops, tour.lunch, own)
  const { today, routeWithActualTimes, figures } = useCurrentTour(tour, stops, own)
  const { people, client } = useTourClient(tour)
  const shareTour = () => void sendReminder(tour, stops, people)
  const deletion = useTourDeletion(onDeleted)
  const { printed, print } = usePrinting()
  const hasComparison = visitedOrRatedStops(tour).length > 0

  return (
    <>
      <HideFollowingUntilLoaded key={tour.key} />
      <PageHeader
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
      <NeedsAttention entity="tour" recordKey={tour.key} />
      <PlanDifference tour={tour} />
      <TourNotStarted tour={tour} isOnItsPage />
      <div className={styles.columns}>
        <section className={styles.main} aria-labelledby="tour-route">
          <h2 id="tour-route">Tour Route</h2>
          {stops.length === 0 ? (
            <NoStops tour={tour} />
          ) : (
            <TourRoute {...(routeWithActualTimes ?? { entries: routeEntries(entries, stopTimes) })} />
          )}
          <LeftOut dropped={tour.dropped ?? []} />
          <TourComparison tour={tour} />
        </section>
        <aside className={styles.side} aria-label="About this tour">
          <RouteSketch entries={entries} />
          <TourOverview tour={tour} figures={figures} today={today} own={own} />
          <QuickActions tour={tour} onReschedule={() => onEdit('date')} onRemind={shareTour} />
          <TourStatistics figures={figures} own={own} />
          <Exports tour={tour} stops={stops} onPrint={print} onShare={shareTour} />
        </aside>
      </div>
      <TourSheet
        tour={tour}
        client={client === undefined ? '' : clientName(client)}
        stops={stops}
        own={own}
        isPrinted={printed === 'sheet'}
      />
      {hasComparison && <ComparisonSheet tour={tour} isPrinted={printed === 'comparison'} />}
      {deletion.dialog}
    </>
  )
}

/** A tour without stops: no home fits, or a plain server returned neither stops nor dropped homes. */
function NoStops({ tour }: { tour: TourRow }) {
  return (
    <p className={styles.none}>
      {tour.dropped?.length
        ? 'No home fits into this day. Edit the tour to give it more time.'
        : 'This tour has no stops. Edit it to choose homes and plan the route.'}
    </p>
  )
}

function usePrinting() {
  const [printed, setPrinted] = useState<'sheet' | 'comparison'>('sheet')

  /** Renders the sheet before `print()` reads the page. */
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
      <StartOrContinue tour={tour} />
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
      {visitedOrRatedStops(tour).length > 0 && (
        <Button onClick={() => onPrint('comparison')}>
          <PrinterIcon size={18} />
          Print Comparison
        </Button>
      )}
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
      <Link to="/tours/new" search={{ from: recordIdInUrl(tour) }} className={buttonClass()}>
        <CopyIcon size={18} />
        Duplicate
      </Link>
    </div>
  )
}

function StartOrContinue({ tour }: { tour: TourRow }) {
  if (tour.stops.length === 0 || (tour.status !== 'scheduled' && tour.status !== 'in_progress')) return null
  return (
    <BottomActions>
      {tour.status === 'scheduled' ? (
        <StartTour tour={tour} />
      ) : (
        <Link
          to="/tours/$tourId/run"
          params={{ tourId: recordIdInUrl(tour) }}
          className={buttonClass({ variant: 'primary' })}
        >
          <PlayIcon size={20} />
          Continue Tour
        </Link>
      )}
    </BottomActions>
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

type TourFactsProps = {
  figures: TourFigures
  own: readonly OwnVisit[]
}

function TourOverview({ tour, figures, today, own }: TourFactsProps & { tour: TourRow; today: string }) {
  const { hours } = figures
  const gap = gapInTour(tour.stops, tour.lunch)
  return (
    <Card title="Overview">
      <Facts
        facts={[
          ['Date', formatDate(tour.tour_date, today)],
          ['Time', `${formatTime(hours.start_time)} – ${formatTime(hours.end_time)}`],
          ['Status', formatTourStatus(tour.status)],
          ['Duration', `${figures.minutes} min`],
          ['Total distance', `${figures.milesText}${hasOtherDrives(own) ? ' between stops' : ''}`],
          ['Properties', figures.homes],
        ]}
      />
      {gap !== null && <p className={styles.note}>{twoTripsText(gap)}. The duration includes this gap.</p>}
    </Card>
  )
}

function TourStatistics({ figures, own }: TourFactsProps) {
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

function hasOtherDrives(own: readonly OwnVisit[]): boolean {
  return own.some(({ place }) => place !== null)
}

/** Shows that the server's plan differs from the one shown when the tour was saved, until the agent accepts the server's plan. */
function PlanDifference({ tour }: { tour: TourRow }) {
  const device = useDevice()
  const { stops_shown_here: shown } = tour
  if (!shown || isSameRoute(shown, tour.stops)) return null

  async function accept(): Promise<void> {
    try {
      await acceptServerPlan(device, tour.key)
    } catch (error) {
      showFailureToast(failureMessageOf('tour', 'update'), error)
    }
  }

  return (
    <Banner tone="warning">
      <div className={styles.difference}>
        <p>
          <strong>The server planned this tour differently.</strong> The route below is the server’s; this is what was
          shown when you saved:
        </p>
        <ol>
          {inOrder(shown).map((stop) => (
            <li key={stopKey(stop)}>{formatStop(stop)}</li>
          ))}
        </ol>
        <Button onClick={() => void accept()}>Keep the Server’s Plan</Button>
      </div>
    </Banner>
  )
}

function formatStop(stop: TimedStop): string {
  const begins = visitBegins(stop)
  return begins === undefined ? stop.listing_address : `${formatTime(begins)} ${stop.listing_address}`
}

/** Opens the share sheet with the tour's text; in a browser without share sheet, an email to the client (reading R21). */
async function sendReminder(tour: TourRow, stops: ShownStop[], people: Correspondents): Promise<void> {
  const shown = { ...tour, stops }
  const { subject, text } = tourInvitation(shown, people)
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: subject, text })
      return
    } catch (error) {
      // An agent who closes the share sheet does not want an email instead.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  location.href = invitationMail(shown, people)
}

/** Downloads a calendar file, made on the device so that it works offline. */
function saveTourFile(tour: TourRow, stops: readonly ShownStop[], now: number): void {
  const event = tourEvent({ ...tour, stops }, stops[0]?.home ?? {}, new Date(now).toISOString())
  const file = calendarFile({ name: tourTitle(tour.id), events: [event] })
  saveAsFile(new Blob([file], { type: calendarFileType }), `tour-${tour.tour_date}.ics`)
}

import { currentStop, type RunStop, runOf } from '#core/domain/tours/tour-run.ts'
import { recordAddress } from '#records/record-address.ts'
import { useRecord } from '#records/use-record.ts'
import { RecordMark } from '#records/states/record-mark.tsx'
import { UntilRead } from '#records/states/until-read.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Skeleton } from '#ui/lists/skeleton.tsx'
import { ThumbBar } from '#ui/layout/thumb-bar.tsx'
import { StartTour } from '../start-tour.tsx'
import { TourClient } from '../tour-client.tsx'
import { TourHeading } from '#features/tours/details/tour-heading.tsx'
import { TourNotFound } from '#features/tours/details/tour-page.tsx'
import { TourStatusBadge } from '../tour-status-badge.tsx'
import { type ShownStop, useShownStops } from '../tour-stops.ts'
import { useOwnVisits } from '../use-own-visits.ts'
import { AddStop } from './add-stop.tsx'
import { Behind } from './behind.tsx'
import { GoEarly } from './go-early.tsx'
import { NextStop } from './next-stop.tsx'
import { type Outcome, OwnShowings } from './own-showings.tsx'
import { RateLast } from './rate-last.tsx'
import { RestOfDay } from './rest-of-day.tsx'
import { RunningLate } from './running-late.tsx'
import { SkipMessages } from './skip-messages.tsx'
import { RunActions } from './run-actions.tsx'
import styles from './tour-run.module.css'
import { TourEnd } from './tour-end.tsx'
import { useStopInView } from './use-stop-in-view.ts'
import { useWayToStop } from './use-way-to-stop.ts'

/** A tour on its way: one door at a time, with one hand. */
export function TourRun({ idOrKey, outcome }: { idOrKey: string; outcome: Outcome }) {
  const tour = useRecord('tour', idOrKey)
  if (tour === undefined) return <Skeleton height={320} />
  if (tour === null) return <TourNotFound />
  return <Underway tour={tour} outcome={outcome} />
}

function Underway({ tour, outcome }: { tour: TourRow; outcome: Outcome }) {
  const stops = useShownStops(tour.stops)
  const own = useOwnVisits(tour)
  const shown = { ...tour, stops }
  const { today, minutesNow } = useMinute()
  // Who goes on another day than the planned one has no times to be late for.
  const now = tour.tour_date === today && isOpen(tour.status) ? minutesNow * 60 : null
  // What is over cannot be gone on with; it is looked back on.
  const currentOf = (stops: RunStop<ShownStop>[]) => (isOpen(tour.status) ? currentStop(stops) : null)
  const next = currentOf(runOf<ShownStop>(shown, now))
  const { drive, isOnTheWay, notBefore, earliest } = useWayToStop(tour, next?.stop, now)
  const later = next?.state === 'coming' && notBefore !== null ? { name: next.name, notBefore } : null
  const run = runOf<ShownStop>(shown, now, later)
  const current = currentOf(run)
  const isStarted = tour.status === 'in_progress'
  const main = useStopInView(current?.name)
  return (
    <>
      <UntilRead key={tour.key} />
      <Head tour={tour} run={run} current={current} />
      <div className={styles.columns}>
        <div ref={main} className={styles.main}>
          {isStarted && current === null && <SkipMessages tour={tour} run={run} />}
          {current === null ? (
            <>
              <OwnShowings own={own} outcome={outcome} />
              <TourEnd tour={tour} run={run} />
            </>
          ) : (
            <>
              {isStarted && <RateLast tour={tour} run={run} />}
              {isStarted && (
                <>
                  <GoEarly tour={tour} current={current} earliest={earliest} />
                  <Behind tour={shown} now={now} later={later} />
                </>
              )}
              <NextStop current={current} drive={drive} isOnTheWay={isOnTheWay} now={now} />
              {isStarted ? (
                <>
                  <SkipMessages tour={tour} run={run} />
                  <RunActions tour={tour} current={current} />
                </>
              ) : (
                <ThumbBar>
                  <StartTour tour={tour} size="large" />
                </ThumbBar>
              )}
              <OwnShowings own={own} outcome={outcome} />
              {isStarted && (
                <RunningLate key={current.name} tour={shown} current={current} own={own} now={now} later={later} />
              )}
            </>
          )}
          {isOpen(tour.status) && <AddStop tour={tour} run={run} now={now} />}
        </div>
        <RestOfDay tour={tour} run={run} own={own} now={now} />
      </div>
    </>
  )
}

type HeadProps = { tour: TourRow; run: RunStop<ShownStop>[]; current: RunStop<ShownStop> | null }

function Head({ tour, run, current }: HeadProps) {
  return (
    <PageHead
      back={
        <BackLink to="/tours/$tourId" params={{ tourId: recordAddress(tour) }}>
          Back to the tour
        </BackLink>
      }
      title={<TourHeading tour={tour} />}
      subtitle={
        <span className={styles.standing}>
          <TourStatusBadge status={tour.status} />
          <RecordMark entity="tour" recordKey={tour.key} />
          {current !== null && (
            <span>
              stop {run.indexOf(current) + 1} of {run.length}
            </span>
          )}
          <TourClient tour={tour} />
        </span>
      }
    />
  )
}

function isOpen(status: string): boolean {
  return status !== 'completed' && status !== 'cancelled'
}

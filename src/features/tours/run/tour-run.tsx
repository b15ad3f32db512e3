import { currentStop, runOf } from '#core/domain/tour-run.ts'
import { tourTitle } from '#core/domain/tour-words.ts'
import { recordAddress } from '#records/record-address.ts'
import { useRecord } from '#records/use-record.ts'
import { RecordMark } from '#records/record-mark.tsx'
import type { TourRow } from '#storage/rows.ts'
import { useMinute } from '#storage/use-minute.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ThumbBar } from '#ui/thumb-bar.tsx'
import { PlayIcon } from '../tour-icons.tsx'
import { TourNotFound } from '../tour-page.tsx'
import { TourStatusBadge } from '../tour-status-badge.tsx'
import { type ShownStop, useShownStops } from '../tour-stops.ts'
import { useTourStatus } from '../use-tour-status.tsx'
import { useOwnVisits } from '../use-own-visits.ts'
import { NextStop } from './next-stop.tsx'
import { RestOfDay } from './rest-of-day.tsx'
import { RunningLate } from './running-late.tsx'
import { RunActions } from './run-actions.tsx'
import styles from './tour-run.module.css'
import { TourEnd } from './tour-end.tsx'

/** A tour on its way: one door at a time, with one hand. */
export function TourRun({ idOrKey }: { idOrKey: string }) {
  const tour = useRecord('tour', idOrKey)
  if (tour === undefined) return <Skeleton height={320} />
  if (tour === null) return <TourNotFound />
  return <Underway tour={tour} />
}

function Underway({ tour }: { tour: TourRow }) {
  const stops = useShownStops(tour)
  const own = useOwnVisits(tour)
  const shown = { ...tour, stops, own }
  const { today, minutesNow } = useMinute()
  // Who goes on another day than the planned one has no times to be late for.
  const now = tour.tour_date === today && isOpen(tour.status) ? minutesNow * 60 : null
  const run = runOf<ShownStop>(shown, now)
  const current = currentStop(run)
  const isStarted = tour.status === 'in_progress'
  return (
    <>
      <PageHead
        back={
          <BackLink to="/tours/$tourId" params={{ tourId: recordAddress(tour) }}>
            Tour details
          </BackLink>
        }
        title={tourTitle(tour.id)}
        subtitle={
          <span className={styles.standing}>
            <TourStatusBadge status={tour.status} />
            <RecordMark entity="tour" recordKey={tour.key} />
            {current !== null && (
              <span>
                stop {run.indexOf(current) + 1} of {run.length}
              </span>
            )}
          </span>
        }
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          {current === null ? (
            <TourEnd tour={tour} run={run} />
          ) : (
            <>
              <NextStop current={current} now={now} />
              {isStarted && <RunningLate key={current.name} tour={shown} current={current} now={now} />}
            </>
          )}
          {!isStarted && current !== null && <StartTour tour={tour} />}
          {isStarted && current !== null && <RunActions tour={tour} current={current} />}
        </div>
        <RestOfDay tour={tour} run={run} current={current} own={own} />
      </div>
    </>
  )
}

function isOpen(status: string): boolean {
  return status !== 'completed' && status !== 'cancelled'
}

function StartTour({ tour }: { tour: TourRow }) {
  const { mark, dialog } = useTourStatus(tour)
  return (
    <>
      <ThumbBar>
        <Button variant="primary" size="large" onClick={() => mark('in_progress')}>
          <PlayIcon size={20} />
          Start Tour
        </Button>
      </ThumbBar>
      {dialog}
    </>
  )
}

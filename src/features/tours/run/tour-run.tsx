import { currentStop, type RunStop, runOf, lastStep } from '#core/domain/tours/tour-run.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import { useRecord } from '#records/use-record.ts'
import { RecordMark } from '#records/states/record-notice.tsx'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'
import type { TourRow, ShowingRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Skeleton } from '#ui/lists/placeholders.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import { StartTour } from '#features/tours/change-tour-status.tsx'
import { TourClient, useTourClient, TourStatusBadge, TourHeading } from '#features/tours/tour-facts.tsx'
import { TourNotFound } from '#features/tours/details/tour-page.tsx'
import { type ShownStop, useShownStops, plannedVisit, useOwnVisits } from '../tour-stops.ts'
import { NextStop, useWayToStop } from './next-stop.tsx'
import { RunningLate, RunningLateNotice, GoEarly } from './running-late.tsx'
import { RunActions } from './run-steps.tsx'
import styles from './tour-run.module.css'
import { TourEnd } from './tour-end.tsx'
import { useEffect, type RefObject, useRef, useState, type ComponentType } from 'react'
import { skipMessages } from '#core/domain/homes/listing-agent-messages.ts'
import { AgentMessages } from '#records/people/listing-agent.tsx'
import { AddHomeButton } from '#records/homes/add-home-button.tsx'
import { useDevice } from '#storage/device/device-context.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import type { StopToAdd } from './save-added-stop.ts'
import type { OwnVisit } from '#core/domain/tours/tour-halts.ts'
import { runRoute } from '#features/tours/run-route.ts'
import { TourRoute } from '#features/tours/tour-route.tsx'
import { Button } from '#ui/basics/button.tsx'
import { thenMoveFocus } from '#ui/hooks/move-focus.ts'
import { StopRating } from './stop-rating.tsx'
import { needsOutcome, lacksFeedback } from '#core/domain/visits/showing-status.ts'
import { DoorCardOfListing } from '#records/door/door-card.tsx'
import { readCompletedFeedback, completeFeedback } from '#state/completed-feedback.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { Card } from '#ui/layout/card.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { formatTime } from '#core/format/times.ts'

/** A running tour, one stop at a time, for use with one hand. `outcome` is the form for the outcome of a showing. */
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
  // Null on other days, so that the tour counts as late only on its planned day.
  const now = tour.tour_date === today && isOpen(tour.status) ? minutesNow * 60 : null
  // A tour that has ended has no current stop.
  const currentOf = (stops: RunStop<ShownStop>[]) => (isOpen(tour.status) ? currentStop(stops) : null)
  const next = currentOf(runOf<ShownStop>(shown, now))
  const { drive, isOnTheWay, notBefore, arrivalIfLeavingNow } = useWayToStop(tour, next?.stop, now)
  // Other events, or the drive, delay the next stop until `notBefore`; the stops after it move with it.
  const delayedStop = next?.state === 'coming' && notBefore !== null ? { name: next.name, notBefore } : null
  const run = runOf<ShownStop>(shown, now, delayedStop)
  const current = currentOf(run)
  const late = { tour: shown, now, delayedStop }
  const isStarted = tour.status === 'in_progress'
  const main = useStopInView(current?.name)
  return (
    <>
      <HideFollowingUntilLoaded key={tour.key} />
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
                  <GoEarly tour={tour} current={current} arrivalIfLeavingNow={arrivalIfLeavingNow} />
                  <RunningLateNotice {...late} />
                </>
              )}
              <NextStop current={current} drive={drive} isOnTheWay={isOnTheWay} now={now} />
              {isStarted ? (
                <>
                  <SkipMessages tour={tour} run={run} />
                  <RunActions tour={tour} current={current} />
                </>
              ) : (
                <BottomActions>
                  <StartTour tour={tour} size="large" />
                </BottomActions>
              )}
              <OwnShowings own={own} outcome={outcome} />
              {isStarted && <RunningLate key={current.name} {...late} current={current} own={own} />}
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
    <PageHeader
      back={
        <BackLink to="/tours/$tourId" params={{ tourId: recordIdInUrl(tour) }}>
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

/** Scrolls to the next stop when it changes, because the button that changes it works anywhere on the page. */
function useStopInView(stop: string | undefined): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef(stop)
  useEffect(() => {
    if (before.current === stop) return
    before.current = stop
    element.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  }, [stop])
  return element
}

/** Offers messages to the listing agent of the home that was skipped last, until the next step. */
function SkipMessages({ tour, run }: { tour: TourRow; run: readonly RunStop<ShownStop>[] }) {
  const { people } = useTourClient(tour)
  const last = lastStep(tour.steps ?? [])
  const skipped = run.filter(({ name }) => last?.kind === 'skipped' && last.stop_id === name)
  const visits = skipped.map(({ stop }) => plannedVisit(stop))
  return <AgentMessages messages={skipMessages(visits, { from: people.agent })} />
}

const places = [
  { value: 'next', label: 'Next' },
  { value: 'last', label: 'Last' },
] as const

function AddStop({ tour, run, now }: Pick<StopToAdd, 'tour' | 'run' | 'now'>) {
  const device = useDevice()
  const [at, setAt] = useState<StopToAdd['at']>('next')
  return (
    <AddHomeButton
      size="large"
      submitLabel="Add to the tour"
      onAdded={async (listing) => {
        // Loaded on demand, because no other action of the run needs the planner.
        const { saveAddedStop } = await import('./save-added-stop.ts')
        return saveAddedStop(device, { tour, run, listing, at, now })
      }}
    >
      <SegmentedFilter label="When it is visited" options={places} value={at} onChange={setAt} />
    </AddHomeButton>
  )
}

type RestOfDayProps = {
  tour: TourRow
  run: readonly RunStop<ShownStop>[]
  own: readonly OwnVisit[]
  /** Seconds of the day; null if the tour is not today or has ended. */
  now: number | null
}

function RestOfDay(props: RestOfDayProps) {
  const { ahead, behind, about } = runRoute(props)
  return (
    <aside className={styles.rest} aria-label="The tour">
      {ahead.length > 0 && (
        <>
          <h2>The route</h2>
          <TourRoute entries={ahead} about={about} />
        </>
      )}
      {behind.length > 0 && (
        <>
          <h2>Earlier</h2>
          <TourRoute entries={behind} about={about} />
        </>
      )}
    </aside>
  )
}

/** A form for the buyer's opinion of the home that was just left, shown until the next step, *Done* or *Not Now*. */
function RateLast({ tour, run }: { tour: TourRow; run: readonly RunStop<ShownStop>[] }) {
  const last = lastStep(tour.steps ?? [])
  const stop = last?.kind === 'left' ? run.find(({ name }) => name === last.stop_id) : undefined
  const isRated = stop !== undefined && (stop.rating !== null || stop.note !== '')
  const [doneId, setDoneId] = useState(isRated ? last?.id : undefined)
  if (last === null || stop === undefined || doneId === last.id) return null
  return (
    <section className={styles.rateLast} aria-label="How did they like it?">
      <StopRating key={stop.name} tour={tour} stop={stop} />
      <Button variant={isRated ? 'secondary' : 'quiet'} onClick={thenMoveFocus(() => setDoneId(last.id))}>
        {isRated ? 'Done' : 'Not Now'}
      </Button>
    </section>
  )
}

type Outcome = ComponentType<{ showing: ShowingRow }>

type OwnShowingsProps = {
  own: readonly RecordedVisit[]
  outcome: Outcome
}

/** The agent's showings between stops, until their outcome is complete. Clients are not named, because the buyer may see the screen. */
function OwnShowings({ own, outcome: Outcome }: OwnShowingsProps) {
  const now = useMinute()
  const { owner } = useDevice()
  const [completed, setCompleted] = useState(() => readCompletedFeedback(owner))
  const isIncomplete = (showing: ShowingRow) =>
    needsOutcome(showing, now) || (lacksFeedback(showing) && !completed.includes(showing.key))
  const open = own.flatMap((visit) => (visit.kind === 'showing' && isIncomplete(visit.record) ? [visit] : []))
  if (open.length === 0) return null
  return (
    <Card title={open.length === 1 ? 'Your showing' : 'Your showings'}>
      <ul className={styles.showings}>
        {open.map(({ key, record, property, start_time }) => (
          <li key={key}>
            <h3 className={styles.where}>
              {formatTime(start_time)} · <StreetAddress address={property.address ?? 'A listing'} />
            </h3>
            <Outcome showing={record} />
            <DoorCardOfListing listing={record.listing_key} look="part" />
            {lacksFeedback(record) && (
              <Button variant="quiet" onClick={() => setCompleted(completeFeedback(owner, record.key))}>
                Nothing to Add<VisuallyHidden> to the showing of {formatTime(start_time)}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

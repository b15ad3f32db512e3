import type { ReactNode } from 'react'
import type { ListingId, DroppedStop, TourPlan } from '#core/planner/plan-types.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import { formatGap, type ShownPlan, formatOutcome, droppedWords } from './plan-labels.ts'
import page from './tour-form-page.module.css'
import { dayForNewTour } from '#core/domain/tours/tour-hours.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button } from '#ui/basics/button.tsx'
import { labelsOf, listingLabel } from '#features/tours/tour-listings.ts'
import { useProgressiveList } from '#ui/lists/use-progressive-list.ts'
import { ApproximateLocation } from '#records/homes/set-location.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import type { TimedStop } from '#core/domain/tours/timed-stop.ts'
import { tourTimeline, type TourLunch } from '#core/domain/tours/tour-timeline.ts'
import { RouteSketch } from '#features/tours/route-sketch.tsx'
import { useOwnVisits } from '#features/tours/tour-stops.ts'
import { formatDate } from '#core/format/dates.ts'

export type FormPlan = {
  /** The plan on screen: the proposed one, or the stored one of an edited tour; null if there is none. */
  shown: ShownPlan | null
  /** The stops and lunch of `shown`, drawn as a sketch of the route. */
  sketch: PlanToSketch | null
  /** An error in the form that makes planning impossible. */
  problem: string | null
  /** True if the tour's hours have passed. */
  hasPassed: boolean
  isPlanning: boolean
  /** True if the planner failed with an error. */
  hasFailed: boolean
}

type PlanSummaryProps = {
  plan: FormPlan
  /** The chosen homes that can be planned, with their locations. */
  listings: readonly TourableListing[]
  /** The chosen homes, including those no longer listed. */
  chosen: readonly TourableListing[]
  values: { tour_date: string; start_time: string; end_time: string }
  onDate: (date: string) => void
  /** Called when the agent puts a home without a location last, without a drive. */
  onPutLast: (id: ListingId, label: string) => void
  /** Key of the edited tour; absent for a new one. */
  tour?: string | undefined
  /** A text that says how much a better order would save. */
  better?: string | null
  /** What a new tour still lacks: "Choose a client". */
  missingText?: string | null
  children: ReactNode
}

export function PlanSummary(props: PlanSummaryProps) {
  const { plan, listings, chosen, values, onDate, onPutLast, tour, better = null, missingText = null, children } = props
  const { shown, sketch, problem, hasPassed, isPlanning, hasFailed } = plan
  const gap = shown && formatGap(shown)
  return (
    <div className={page.summary}>
      <BottomActions>
        <PlanOutcome
          plan={shown}
          chosen={listings.length}
          problem={problem}
          hasPassed={hasPassed}
          isPlanning={isPlanning}
          missing={missingText}
        />
        {children}
      </BottomActions>
      {hasFailed && (
        <Banner tone="danger" role="alert">
          Failed to load intelligent previews.
        </Banner>
      )}
      <Reasons
        plan={shown}
        listings={chosen}
        hours={values}
        hasPassed={hasPassed}
        onDate={onDate}
        onPutLast={onPutLast}
      />
      {gap !== null && <Banner>{gap}</Banner>}
      {better !== null && <Banner>{better}</Banner>}
      {sketch !== null && <PlanSketch plan={sketch} listings={listings} values={values} tour={tour} />}
    </div>
  )
}

type PlanOutcomeProps = {
  plan: ShownPlan | null
  chosen: number
  problem: string | null
  hasPassed: boolean
  isPlanning: boolean
  missing: string | null
}

function PlanOutcome({ plan, chosen, problem, hasPassed, isPlanning, missing }: PlanOutcomeProps) {
  const isKnown = plan !== null && chosen > 0
  const isTight = problem !== null || (isKnown && (hasPassed || plan.dropped.length > 0))
  return (
    <div className={page.outcome} data-tight={isTight || undefined}>
      <output aria-busy={isPlanning}>
        {problem === null
          ? isKnown && `${formatOutcome(plan, chosen)}${hasPassed ? ' · already passed' : ''}`
          : `Not planned. ${problem}`}
      </output>
      {missing !== null && problem === null && <p className={page.hint}>{missing}</p>}
      {isKnown && plan.dropped.length > 0 && (
        <button type="button" onClick={showReasons}>
          See why
        </button>
      )}
    </div>
  )
}

const reasonsId = 'left-out'

function showReasons(): void {
  const reasons = document.querySelector<HTMLElement>(`#${reasonsId}`)
  reasons?.scrollIntoView({ block: 'center' })
  reasons?.focus({ preventScroll: true })
}

type ReasonsProps = {
  plan: ShownPlan | null
  listings: readonly TourableListing[]
  hours: { tour_date: string; end_time: string }
  hasPassed: boolean
  onDate: (date: string) => void
  onPutLast: (id: ListingId, label: string) => void
}

function Reasons({ plan, listings, hours: { tour_date, end_time }, hasPassed, onDate, onPutLast }: ReasonsProps) {
  const now = useMinute()
  const dropped = plan?.dropped ?? []
  if (listings.length === 0 || (dropped.length === 0 && !hasPassed)) return null
  const keys = new Map(listings.map(({ id, key }) => [id, key]))
  const next = tour_date < now.today ? dayForNewTour(end_time, now) : addDays(tour_date, 1)
  return (
    <div id={reasonsId} tabIndex={-1} className={page.reasons}>
      <Banner tone="warning">
        {hasPassed && <p>These times have passed.</p>}
        <LeftOut dropped={dropped} labelOf={labelsOf(listings)} keyOf={(id) => keys.get(id)} onPutLast={onPutLast} />
        {(hasPassed || dropped.some(mayFitAnotherDay)) && (
          <Button onClick={() => onDate(next)}>Try {formatDate(next, now.today)}</Button>
        )}
      </Banner>
    </div>
  )
}

/** False for a home without a location, which fits on no day. */
function mayFitAnotherDay({ reason }: DroppedStop): boolean {
  return reason !== 'no_location'
}

type LeftOutProps = {
  dropped: TourPlan['dropped']
  labelOf: (id: ListingId) => string
  keyOf: (id: ListingId) => string | undefined
  onPutLast: (id: ListingId, label: string) => void
}

const leftOutAtFirst = 20

function LeftOut({ dropped, labelOf, keyOf, onPutLast }: LeftOutProps) {
  const drawn = useProgressiveList(dropped, leftOutAtFirst)
  if (dropped.length === 0) return null
  return (
    <div className={page.dropped}>
      <h3>Does not fit</h3>
      <ul>
        {drawn.map((stop) => (
          <li key={stop.listing_id}>
            <strong>{labelOf(stop.listing_id)}</strong>:{' '}
            {stop.reason === 'no_location' ? (
              <Unplaced
                listingKey={keyOf(stop.listing_id)}
                label={labelOf(stop.listing_id)}
                onPutLast={() => onPutLast(stop.listing_id, labelOf(stop.listing_id))}
              />
            ) : (
              droppedWords(stop)
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

type UnplacedProps = { listingKey: string | undefined; label: string; onPutLast: () => void }

function Unplaced({ listingKey, label, onPutLast }: UnplacedProps) {
  return (
    <>
      <ApproximateLocation listingKey={listingKey} isUnknown />{' '}
      <Button variant="quiet" onClick={onPutLast}>
        Put it last without a drive <VisuallyHidden>: {label}</VisuallyHidden>
      </Button>
    </>
  )
}

type PlanToSketch = {
  plan: Pick<TourPlan, 'dropped'>
  wire: { stops: readonly TimedStop[]; lunch?: TourLunch }
}

type PlanSketchProps = {
  plan: PlanToSketch
  listings: readonly TourableListing[]
  values: { tour_date: string; start_time: string; end_time: string }
  tour?: string | undefined
}

/** The proposed route as a sketch, with the agent's other events; homes that do not fit are hollow. */
function PlanSketch({ plan: { plan, wire }, listings, values, tour = '' }: PlanSketchProps) {
  const { tour_date, start_time, end_time } = values
  const own = useOwnVisits({ key: tour, tour_date, start_time, end_time, stops: wire.stops })
  const dropped = new Set(plan.dropped.map(({ listing_id }) => listing_id))
  const leftOut = listings.flatMap((listing) => {
    const { id, latitude, longitude } = listing
    if (!dropped.has(id) || latitude === null || longitude === null) return []
    return [{ label: listingLabel(listing), place: { latitude, longitude } }]
  })
  return <RouteSketch entries={tourTimeline(wire.stops, wire.lunch, own)} leftOut={leftOut} />
}

import type { DroppedStop, ListingId } from '#core/planner/plan-types.ts'
import { dayForNewTour } from '#core/domain/tours/tour-hours.ts'
import { addDays, dateInWords } from '#core/domain/time/wall-clock.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { labelsOf } from '../listing-label.ts'
import { LeftOut } from './left-out-homes.tsx'
import styles from './plan-outcome.module.css'
import { outcomeInWords, type ShownPlan } from './plan-words.ts'

type PlanOutcomeProps = {
  plan: ShownPlan | null
  /** Of how many chosen homes. */
  chosen: number
  /** What is wrong in the form, so that it cannot be planned. */
  problem: string | null
  /** Its times have passed. */
  isOver: boolean
  isPlanning: boolean
  /** What is still to be chosen before it can be saved. */
  missing: string | null
}

/** What the tour comes to, in one line beside the button that makes it, with a way to the reasons. */
export function PlanOutcome({ plan, chosen, problem, isOver, isPlanning, missing }: PlanOutcomeProps) {
  const isKnown = plan !== null && chosen > 0
  const isTight = problem !== null || (isKnown && (isOver || plan.dropped.length > 0))
  return (
    <div className={styles.outcome} data-tight={isTight || undefined}>
      <output aria-busy={isPlanning}>
        {problem === null
          ? isKnown && `${outcomeInWords(plan, chosen)}${isOver ? ' · already passed' : ''}`
          : `Not planned. ${problem}`}
      </output>
      {missing !== null && problem === null && <p className={styles.hint}>{missing}</p>}
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
  /** Those of the tour in the form. */
  hours: { tour_date: string; end_time: string }
  /** They have passed. */
  isOver: boolean
  onDate: (date: string) => void
  onPutLast: (id: ListingId, label: string) => void
}

/** What does not fit and why, or that the times have passed, and the way to another day. */
export function Reasons({ plan, listings, hours: { tour_date, end_time }, isOver, onDate, onPutLast }: ReasonsProps) {
  const now = useMinute()
  const dropped = plan?.dropped ?? []
  if (listings.length === 0 || (dropped.length === 0 && !isOver)) return null
  const keys = new Map(listings.map(({ id, key }) => [id, key]))
  const next = tour_date < now.today ? dayForNewTour(end_time, now) : addDays(tour_date, 1)
  return (
    <div id={reasonsId} tabIndex={-1} className={styles.reasons}>
      <Banner tone="warning">
        {isOver && <p>These times have passed.</p>}
        <LeftOut dropped={dropped} labelOf={labelsOf(listings)} keyOf={(id) => keys.get(id)} onPutLast={onPutLast} />
        {(isOver || dropped.some(mayFitAnotherDay)) && (
          <Button onClick={() => onDate(next)}>Try {dateInWords(next, now.today)}</Button>
        )}
      </Banner>
    </div>
  )
}

/** A home is not found on any day while its location is unknown. */
function mayFitAnotherDay({ reason }: DroppedStop): boolean {
  return reason !== 'no_location'
}

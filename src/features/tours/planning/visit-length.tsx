import type { ListingId } from '#core/planner/plan-types.ts'
import { Button } from '#ui/basics/button.tsx'
import type { PlannedVisit } from '../timeline/timeline-event.ts'
import { lengthBy } from '#features/tours/timeline/visit-lengths.ts'
import styles from './visit-length.module.css'

type VisitLengthProps = {
  visit: PlannedVisit
  /** What the agent has set; null where the planner decides. */
  set: number | null
  /** Such a visit is in the plan. */
  isPlanned: boolean
  onLength: (listing: ListingId, minutes: number | null) => void
}

/** More or less time at one home, by presses: what dragging the end of a stop does. */
export function VisitLength({ visit, set, isPlanned, onLength }: VisitLengthProps) {
  const minutes = set ?? visit.minutes
  const change = (by: number) => () => onLength(visit.listing_id, lengthBy(minutes, by))
  const isShortest = lengthBy(minutes, -5) === minutes
  const isLongest = lengthBy(minutes, 5) === minutes
  return (
    <div className={styles.length}>
      <div className={styles.choice}>
        <Button aria-disabled={isShortest} onClick={change(-5)}>
          Less Time
        </Button>
        <output className={styles.minutes}>
          {minutes} min{set !== null && <span>, as you set it</span>}
        </output>
        <Button aria-disabled={isLongest} onClick={change(5)}>
          More Time
        </Button>
      </div>
      {!isPlanned && <p role="status">This home no longer fits into the day.</p>}
      {set !== null && (
        <Button variant="quiet" onClick={() => onLength(visit.listing_id, null)}>
          Let the Planner Decide
        </Button>
      )}
    </div>
  )
}

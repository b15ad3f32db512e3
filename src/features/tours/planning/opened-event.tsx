import type { ListingId } from '#core/planner/plan-types.ts'
import { ApproximateLocation } from '#records/homes/set-location.tsx'
import { Sheet } from '#ui/dialogs/sheet.tsx'
import {
  eventTimes,
  type TimelineEvent,
  type TimelineRow,
  type PlannedVisit,
} from '#features/tours/timeline/timeline-events.ts'
import { lengthBy, type VisitLengths } from '#features/tours/timeline/visit-lengths.ts'
import { Button } from '#ui/basics/button.tsx'
import styles from './opened-event.module.css'

type OpenedEventProps = {
  opened: TimelineEvent | null
  events: readonly TimelineEvent[]
  rows: readonly TimelineRow[]
  /** Of single homes, as the agent has set them. */
  lengths: VisitLengths
  onLength: (listing: ListingId, minutes: number | null) => void
  onClose: () => void
}

/** The plan goes on under the open sheet. */
export function OpenedEvent({ opened, events, rows, lengths, onLength, onClose }: OpenedEventProps) {
  const shownNow = events.find(({ key }) => key === opened?.key)
  return (
    <Sheet open={opened !== null} title={opened?.title ?? ''} onClose={onClose}>
      {opened !== null && (
        <>
          <p>{eventTimes(shownNow ?? opened)}</p>
          <p>{opened.note ?? rows.find(({ key }) => key === opened.rowKey)?.label}</p>
          {shownNow?.approximate !== undefined && (
            <p>
              <ApproximateLocation listingKey={shownNow.approximate.listingKey} />
            </p>
          )}
          {opened.visit !== undefined && (
            <VisitLength
              visit={shownNow?.visit ?? opened.visit}
              set={lengths.find(({ listing_id }) => listing_id === opened.visit?.listing_id)?.minutes ?? null}
              isPlanned={shownNow !== undefined}
              onLength={onLength}
            />
          )}
        </>
      )}
    </Sheet>
  )
}

type VisitLengthProps = {
  visit: PlannedVisit
  /** What the agent has set; null where the planner decides. */
  set: number | null
  /** Such a visit is in the plan. */
  isPlanned: boolean
  onLength: (listing: ListingId, minutes: number | null) => void
}

/** More or less time at one home, by presses: what dragging the end of a stop does. */
function VisitLength({ visit, set, isPlanned, onLength }: VisitLengthProps) {
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

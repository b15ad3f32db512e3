import type { ListingId } from '#core/planner/plan-types.ts'
import { ApproximateLocation } from '#records/homes/approximate-location.tsx'
import { Sheet } from '#ui/dialogs/sheet.tsx'
import { eventTimes, type TimelineEvent, type TimelineRow } from '../timeline/timeline-event.ts'
import type { VisitLengths } from '#features/tours/timeline/visit-lengths.ts'
import { VisitLength } from './visit-length.tsx'

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

import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { ListingId } from '#core/planner/plan-types.ts'
import { type PointerPlace, useDrag } from '#ui/hooks/use-drag.ts'
import { lengthBy } from './visit-lengths.ts'
import type { PlannedVisit, TimelineEvent } from './timeline-events.ts'

/** A stop whose end is being moved by `by` minutes; `minutes` is the resulting length of the visit. */
type Stretch = { event: TimelineEvent; visit: PlannedVisit; by: number; minutes: number; isByKey: boolean }

type VisitResizeOptions = {
  /** The agent's row, in which stops can be dragged. */
  lane: RefObject<HTMLElement | null>
  /** How many minutes the width of the row shows. */
  minutesShown: number
  events: readonly TimelineEvent[]
  onLength: (listing: ListingId, minutes: number) => void
}

/** The end of a visit that the agent drags; `from` is the minute of the row at which the drag began. */
type DraggedEnd = { event: TimelineEvent; visit: PlannedVisit; from: number }

/** Lets the agent change a visit's length: by dragging its end, or with M and the arrow keys, as on the calendar. */
export function useVisitResize({ lane, minutesShown, events, onLength }: VisitResizeOptions) {
  const [stretch, setStretch] = useState<Stretch | null>(null)
  const { endsDrag, handlers } = useDrag<DraggedEnd>({
    area: lane,
    gripAt: ({ target, clientX }) => {
      const end = (target as Element).closest('[data-end]')
      const key = end?.closest<HTMLElement>('[data-event]')?.dataset['event']
      const event = events.find((candidate) => candidate.key === key)
      return event?.visit === undefined ? null : { event, visit: event.visit, from: minuteAt({ clientX }) }
    },
    onDrag: (grip, at) => setStretch(stretched(grip, at)),
    onDrop: (grip, at) => saveLength(stretched(grip, at)),
    onEnd: () => setStretch(null),
  })

  function minuteAt({ clientX }: Pick<PointerPlace, 'clientX'>): number {
    const { left, width } = lane.current?.getBoundingClientRect() ?? new DOMRect()
    return width === 0 ? 0 : ((clientX - left) / width) * minutesShown
  }

  function stretched({ event, visit, from }: DraggedEnd, at: PointerPlace): Stretch {
    const by = minuteAt(at) - from
    return { event, visit, by, minutes: lengthBy(visit.minutes, by), isByKey: false }
  }

  function saveLength({ visit, minutes }: Stretch): void {
    if (minutes !== visit.minutes) onLength(visit.listing_id, minutes)
  }

  /** Returns whether it handled the key: M starts, Enter saves, Escape cancels. */
  function press(pressed: KeyboardEvent, event: TimelineEvent): boolean {
    const { key, altKey, ctrlKey, metaKey } = pressed
    if (stretch?.isByKey) {
      const step = steps[key]
      if (step !== undefined) setStretch(stepped(stretch, step))
      else if (key === 'Enter') saveLength(stretch)
      else if (key !== 'Escape') return false
      if (step === undefined) setStretch(null)
      pressed.preventDefault()
      return true
    }
    const { visit } = event
    if (key.toLowerCase() !== 'm' || altKey || ctrlKey || metaKey || visit === undefined) return false
    setStretch({ event, visit, by: 0, minutes: visit.minutes, isByKey: true })
    return true
  }

  return {
    stretch,
    press,
    /** Cancels a change by keys when the event loses the focus. */
    leave: () => stretch?.isByKey && setStretch(null),
    handlers: {
      ...handlers,
      // The click that ends a drag must not open the event.
      onClickCapture: (click: React.MouseEvent) => endsDrag(click) && click.stopPropagation(),
    },
  }
}

/** `by` counts from the original length, so that steps back restore it exactly. Steps beyond the limits are ignored. */
function stepped(stretch: Stretch, step: number): Stretch {
  const by = stretch.by + step
  const minutes = lengthBy(stretch.visit.minutes, by)
  return minutes === stretch.minutes ? stretch : { ...stretch, by, minutes }
}

const steps: Record<string, number> = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5 }

/** Returns the text that screen readers announce while a stop is stretched by keys. */
export function formatStretch({ event, visit, minutes }: Stretch): string {
  const where = event.note ?? ''
  if (minutes !== visit.minutes) return `${minutes} min`
  return `${event.title} at ${where}, ${minutes} min. The arrow keys give it more or less time. Enter saves, Escape cancels.`
}

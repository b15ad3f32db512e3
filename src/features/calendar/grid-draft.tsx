import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import { eventSlabClass } from '#ui/calendar/event-slab.tsx'
import styles from './grid-draft.module.css'
import { gridVariables } from './grid-day.tsx'
import { useState, type PointerEvent, type RefObject } from 'react'
import { movedBy, type Span, spanAt, spanBetween, stretchedBy } from '#core/domain/schedule/day-grid.ts'
import { dayMinutes } from '#core/domain/time/usual-times.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { useDrag, type PointerPlace } from '#ui/hooks/use-drag.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatMinutesOfDay } from '#core/format/times.ts'

/** Where an event would go, or a new one would be; the events below stay where they are. */
export function GridDraft({ draft, day }: { draft: Draft; day: number }) {
  const { event, start, end } = draft
  return (
    <div
      // The keys may lead out of sight; a pointer is where it is.
      ref={(slab) => {
        if (draft.isByKey) slab?.scrollIntoView({ block: 'nearest' })
      }}
      className={eventSlabClass(styles.draft)}
      style={gridVariables({ day, start, minutes: end - start })}
      data-kind={event?.kind}
      aria-hidden
    >
      <strong>{formatDraftTimes(draft)}</strong> {event?.title ?? 'New appointment'}
    </div>
  )
}

/** For whoever moves an event by the keys. */
export function formatDraft(draft: Draft, today: string): string {
  const { event, date, start, end } = draft
  const before = event === null ? null : spanOf(event)
  const isNew = date === event?.date && start === before?.start && end === before.end
  if (isNew) {
    return `Moving ${event?.title ?? ''}. The arrow keys move it, with Shift they change its end. Enter saves, Escape cancels.`
  }
  return `${formatDate(date, today)}, ${formatDraftTimes(draft)}`
}

function formatDraftTimes({ start, end }: Draft): string {
  return `${formatMinutesOfDay(start)} – ${formatMinutesOfDay(Math.min(end, 1439))}`
}

/** What a drag or the keys would make of an event, or of an empty time. */
export type Draft = Span & { date: string; event: RecordedVisit | null; isByKey?: boolean }

type Point = { day: number; minute: number }

type Grip = {
  what: 'new' | 'move' | 'stretch'
  event: RecordedVisit | null
  from: Point
}

type GridGestures = {
  /** Of the columns, whose hours are the height of it. */
  grid: RefObject<HTMLDivElement | null>
  days: readonly string[]
  events: readonly RecordedVisit[]
  onCreate: (times: Span & { date: string }) => void
  onDrop: (draft: Draft) => void
}

const edgePixels = 28

/** Presses and drags on the grid: on an empty time they make something, on an event they move it, at its end they stretch it. */
export function useGridGestures({ grid, days, events, onCreate, onDrop }: GridGestures) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const { endsDrag, handlers } = useDrag<Grip>({
    area: grid,
    gripAt,
    onDrag: (grip, at) => {
      scrollAtEdge(grid.current, at.clientY)
      setDraft(draftOf(grip, pointAt(at), days))
    },
    onDrop: (grip, at) => onDrop(draftOf(grip, pointAt(at), days)),
    onEnd: () => setDraft(null),
  })

  function gripAt(pressed: PointerEvent): Grip {
    const target = pressed.target as Element
    const event = eventAt(target, events)
    const what = event === null ? 'new' : target.closest('[data-end]') === null ? 'move' : 'stretch'
    return { what, event, from: pointAt(pressed) }
  }

  function pointAt({ clientX, clientY }: PointerPlace): Point {
    const { left, top, width, height } = grid.current?.getBoundingClientRect() ?? new DOMRect()
    const day = Math.floor(((clientX - left) / width) * days.length)
    return {
      day: Math.min(Math.max(day, 0), days.length - 1),
      minute: Math.min(Math.max(((clientY - top) / height) * dayMinutes, 0), dayMinutes),
    }
  }

  return {
    draft,
    setDraft,
    handlers: {
      ...handlers,
      onClickCapture: (click: React.MouseEvent) => {
        if (endsDrag(click)) click.stopPropagation()
        else if (
          eventAt(click.target as Element, events) === null &&
          (click.target as Element).closest('button') === null
        ) {
          const { day, minute } = pointAt(click)
          onCreate({ date: days[day] ?? '', ...spanAt(minute) })
        }
      },
    },
  }
}

/** The event whose slab this is a part of. */
export function eventAt(element: Element, events: readonly RecordedVisit[]): RecordedVisit | null {
  const key = element.closest<HTMLElement>('[data-event]')?.dataset['event']
  return events.find((event) => event.key === key) ?? null
}

export function spanOf({ start_time, end_time }: RecordedVisit): Span {
  const start = Math.floor(minutesOfDay(start_time))
  return { start, end: Math.max(Math.floor(minutesOfDay(end_time)), start) }
}

function draftOf({ what, event, from }: Grip, to: Point, days: readonly string[]): Draft {
  const by = to.minute - from.minute
  if (event === null) return { event, date: days[from.day] ?? '', ...spanBetween(from.minute, to.minute) }
  if (what === 'stretch') return { event, date: event.date, ...stretchedBy(spanOf(event), by) }
  return { event, date: days[to.day] ?? event.date, ...movedBy(spanOf(event), by) }
}

function scrollAtEdge(grid: Element | null, y: number): void {
  const area = grid?.parentElement
  if (!area) return
  const { top, bottom } = area.getBoundingClientRect()
  if (y < top + edgePixels) area.scrollTop -= edgePixels / 2
  else if (y > bottom - edgePixels) area.scrollTop += edgePixels / 2
}

import { memo, type CSSProperties, useState, type PointerEvent, type RefObject } from 'react'
import {
  moveSpan,
  type DrivePosition,
  type EventPosition,
  type Span,
  spanAt,
  spanBetween,
  resizeSpan,
} from '#core/domain/schedule/day-grid.ts'
import { dayMinutes } from '#core/domain/time/default-times.ts'
import { formatLeaveBy } from '#core/domain/schedule/day-plan.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import type { RecordedVisit } from '#storage/schedule/visits-of-day.ts'
import { CarIcon, WarningIcon } from '#ui/icons/icon.tsx'
import styles from './grid-day.module.css'
import { useOutboxMark } from '#storage/device/device-context.tsx'
import { eventSlabClass } from '#ui/calendar/event-slab.tsx'
import { eventNote, formatOverlaps, personOf, formatTimes } from './calendar-events.ts'
import { formatLongDate, formatDate } from '#core/format/dates.ts'
import { formatDuration } from '#core/format/durations.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import { useDrag, type PointerPlace } from '#ui/hooks/use-drag.ts'
import { formatMinutesOfDay } from '#core/format/times.ts'

type GridDayProps = {
  date: string
  /** Overlapping events are side by side: each is in a `column` of `columns`, counted from 0, and is `span` columns wide. */
  places: readonly EventPosition<RecordedVisit>[]
  drives: readonly DrivePosition[]
  now: { today: string; minutesNow: number }
  /** Key of the event being moved. */
  moving: string | null
  onOpen: (event: RecordedVisit) => void
}

// Heights on the grid are in minutes.
/** Shorter events show title and times on one line. */
const shortMinutes = 36
/** A shorter drive is drawn this high, if there is room, so that its text fits. */
const minDrawnDrive = 21
/** A drive drawn lower than this has no text. */
const minDriveWithText = 17
/** A drive drawn lower than this has no hatching, which would look like dashes. */
const minDriveWithHatching = 12

export const GridDay = memo(function GridDay({ date, places, drives, now, moving, onOpen }: GridDayProps) {
  const { today, minutesNow } = now
  const pastMinutes = date < today ? dayMinutes : date === today ? minutesNow : 0
  return (
    <div className={styles.day} style={gridVariables({ past: pastMinutes })}>
      {date === today && (
        <div className={styles.now} style={gridVariables({ start: minutesNow })} data-now aria-hidden />
      )}
      <ul aria-label={formatLongDate(date)}>
        {drives.map((drive) => (
          <Drive key={drive.leaveBy} {...drive} />
        ))}
        {places.map((place) => (
          <Event key={place.event.key} {...place} isMoving={moving === place.event.key} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
})

/** A drive, drawn so that it ends on arrival. `room`: the minutes before its end in which its column has no event. */
function Drive({ minutes, isApproximate, leaveBy, missingMinutes, column, columns, span, room }: DrivePosition) {
  const isTight = missingMinutes > 0
  const drawnMinutes = Math.max(minutes, isTight ? minDrawnDrive : Math.min(minDrawnDrive, room))
  const place = { start: leaveBy + minutes - drawnMinutes, minutes: drawnMinutes, column, columns, span }
  const note = isTight
    ? `you’d be ${formatDuration(missingMinutes, isApproximate)} late`
    : `leave by ${formatLeaveBy({ leaveBy, isApproximate })}`
  const duration = formatDuration(minutes, isApproximate)
  return (
    <li
      className={styles.drive}
      style={gridVariables(place)}
      data-tight={isTight || undefined}
      data-low={drawnMinutes < minDriveWithText || undefined}
      data-unseen={drawnMinutes < minDriveWithHatching || undefined}
      title={`Drive ${duration}, ${note}`}
    >
      <CarIcon size={16} />
      <span>
        <span className={styles.extra}>Drive </span>
        {duration}
        <span className={styles.extra}>, {note}</span>
      </span>
    </li>
  )
}

type EventProps = EventPosition<RecordedVisit> & Pick<GridDayProps, 'onOpen'> & { isMoving: boolean }

function Event({ event, overlaps, start, minutes, column, columns, span, isMoving, onOpen }: EventProps) {
  return (
    <li
      className={styles.place}
      style={gridVariables({ start, minutes, column, columns, span })}
      data-moving={isMoving || undefined}
    >
      <EventButton event={event} overlaps={overlaps} isShort={minutes < shortMinutes} onOpen={onOpen} />
    </li>
  )
}

type EventButtonProps = {
  event: RecordedVisit
  overlaps: readonly RecordedVisit[]
  isShort: boolean
  onOpen: (event: RecordedVisit) => void
}

/** An event; until the server has it, it is dashed (`data-pencil`) and shows its status mark. */
function EventButton({ event, overlaps, isShort, onOpen }: EventButtonProps) {
  const mark = useOutboxMark(event.kind, event.record.key)
  const note = isShort ? null : eventNote(event)
  const clash = formatOverlaps(overlaps)
  return (
    <button
      type="button"
      className={eventSlabClass(styles.event)}
      data-kind={event.kind}
      data-event={event.key}
      data-short={isShort || undefined}
      data-pencil={mark !== null || undefined}
      aria-keyshortcuts={event.kind === 'tour' ? undefined : 'M'}
      onClick={() => onOpen(event)}
    >
      <span className={styles.words}>
        {clash !== null && <WarningIcon size={16} className={styles.warning} />}
        <span className={styles.title}>
          <Title event={event} />
        </span>{' '}
        <span className={styles.when}>
          {formatTimes(event)}
          {clash !== null && <strong className={styles.eventExtra}> · {clash}</strong>}
          {note !== null && <span className={styles.eventExtra}> · {note}</span>}
          {mark !== null && ` · ${mark}`}
        </span>
      </span>
      {event.kind !== 'tour' && <span className={styles.end} data-end />}
    </button>
  )
}

/** "Showing at 51 Aiken Way" or "Hugo Abernathy · Tour #2". In narrow columns color replaces the kind. */
function Title({ event }: { event: RecordedVisit }) {
  const { title } = event
  if (event.kind === 'tour')
    return (
      <>
        {personOf(event)} <span className={styles.dot}>· </span>
        <span className={styles.number}>{tourTitle(event.record.id)}</span>
      </>
    )
  const address = event.kind === 'showing' || event.kind === 'open_house' ? event.property.address : undefined
  if (address === undefined || !title.endsWith(address)) return title
  return (
    <>
      <span className={styles.kind}>{title.slice(0, -address.length)}</span>
      {address}
    </>
  )
}

export function gridVariables(values: Record<string, number>): CSSProperties {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]))
}

/** Shows where a dragged or new event would be saved. `day` is the index of the column. */
export function GridPreview({ draft, day }: { draft: MovePreview; day: number }) {
  const { event, start, end } = draft
  return (
    <div
      // Only the keyboard can move the preview out of view.
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

export function formatMoveAnnouncement(draft: MovePreview, today: string): string {
  const { event, date, start, end } = draft
  const before = event === null ? null : spanOf(event)
  const isUnmoved = date === event?.date && start === before?.start && end === before.end
  if (isUnmoved) {
    return `Moving ${event?.title ?? ''}. The arrow keys move it, with Shift they change its end. Enter saves, Escape cancels.`
  }
  return `${formatDate(date, today)}, ${formatDraftTimes(draft)}`
}

function formatDraftTimes({ start, end }: MovePreview): string {
  // The end of the day is shown as 11:59 PM, as it is stored.
  return `${formatMinutesOfDay(start)} – ${formatMinutesOfDay(Math.min(end, 1439))}`
}

/** The result of a drag or key press so far. `event` is null for a new appointment. */
export type MovePreview = Span & { date: string; event: RecordedVisit | null; isByKey?: boolean }

/** `day` is the index of a column, `minute` counts from midnight. */
type Point = { day: number; minute: number }

/** Where a drag began: on empty time (`new`), on an event (`move`) or on its lower edge (`stretch`). */
type Grip = {
  what: 'new' | 'move' | 'stretch'
  event: RecordedVisit | null
  from: Point
}

type GridGestures = {
  /** The columns; their height is that of a whole day. */
  grid: RefObject<HTMLDivElement | null>
  days: readonly string[]
  events: readonly RecordedVisit[]
  onCreate: (times: Span & { date: string }) => void
  onDrop: (draft: MovePreview) => void
}

/** A drag this close to the upper or lower edge scrolls the grid. */
const scrollZonePixels = 28

/** Handles clicks and drags on the grid: they create events on empty time, move events, or change when they end. */
export function useGridGestures({ grid, days, events, onCreate, onDrop }: GridGestures) {
  const [draft, setDraft] = useState<MovePreview | null>(null)
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
        // The click at the end of a drag must not open the event.
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

export function eventAt(element: Element, events: readonly RecordedVisit[]): RecordedVisit | null {
  const key = element.closest<HTMLElement>('[data-event]')?.dataset['event']
  return events.find((event) => event.key === key) ?? null
}

export function spanOf({ start_time, end_time }: RecordedVisit): Span {
  const start = Math.floor(minutesOfDay(start_time))
  return { start, end: Math.max(Math.floor(minutesOfDay(end_time)), start) }
}

function draftOf({ what, event, from }: Grip, to: Point, days: readonly string[]): MovePreview {
  const byMinutes = to.minute - from.minute
  if (event === null) return { event, date: days[from.day] ?? '', ...spanBetween(from.minute, to.minute) }
  if (what === 'stretch') return { event, date: event.date, ...resizeSpan(spanOf(event), byMinutes) }
  return { event, date: days[to.day] ?? event.date, ...moveSpan(spanOf(event), byMinutes) }
}

function scrollAtEdge(grid: Element | null, y: number): void {
  const area = grid?.parentElement
  if (!area) return
  const { top, bottom } = area.getBoundingClientRect()
  if (y < top + scrollZonePixels) area.scrollTop -= scrollZonePixels / 2
  else if (y > bottom - scrollZonePixels) area.scrollTop += scrollZonePixels / 2
}
